// The HTTP side of the server: JSON in, JSON out, and refusals that carry a sentence in both languages.
import { language, t } from '../i18n/index.svelte';
import type { Problem, Words } from '../wire.gen';

/** The server said no, and why. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly words: Words | null,
    readonly retryAfter: number | null = null,
  ) {
    super(words?.en ?? code);
  }
}

export function getJson<T>(path: string): Promise<T> {
  return ask<T>(path, { method: 'GET' });
}

export function postJson<T>(path: string, body: unknown = null): Promise<T> {
  return ask<T>(path, withJson('POST', body));
}

export function putJson<T>(path: string, body: unknown): Promise<T> {
  return ask<T>(path, withJson('PUT', body));
}

/** Sends bytes (a file) and reads JSON. */
export function postBytes<T>(path: string, data: BodyInit): Promise<T> {
  return ask<T>(path, {
    method: 'POST',
    body: data,
    headers: { 'content-type': 'application/octet-stream' },
  });
}

/** Sends JSON and reads a file. */
export async function postForFile(path: string, body: unknown): Promise<Blob> {
  return (await answer(path, withJson('POST', body))).blob();
}

/** The sentence of the language in use. */
export function inWords(words: Words): string {
  return language() === 'en' ? words.en : words.zh;
}

/** What to tell the user about a request that failed. */
export function problemText(error: unknown): string {
  if (!(error instanceof Refusal)) return t('net.unreachable');
  if (error.words) return inWords(error.words);
  return error.status === 404 ? t('net.not_supported') : t('net.refused', { code: error.code });
}

/** Does this server lack the whole route (an older one), as opposed to the thing asked for? */
export function isUnsupported(error: unknown): boolean {
  return error instanceof Refusal && [404, 405].includes(error.status) && error.words === null;
}

function withJson(method: string, body: unknown): RequestInit {
  return body === null
    ? { method }
    : { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

async function ask<T>(path: string, init: RequestInit): Promise<T> {
  return (await (await answer(path, init)).json()) as T;
}

async function answer(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, { credentials: 'same-origin', ...init });
  if (response.ok) return response;
  throw await refusalOf(response);
}

async function refusalOf(response: Response): Promise<Refusal> {
  try {
    const { code, words, retry_after } = (await response.json()) as Problem;
    return new Refusal(response.status, code, words, retry_after ?? null);
  } catch {
    return new Refusal(response.status, String(response.status), null);
  }
}
