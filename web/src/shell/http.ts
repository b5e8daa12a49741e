// The HTTP side of the server: JSON in, JSON out, and refusals that carry a sentence in both languages.
import { language, t } from '../i18n/index.svelte';
import type { Problem, Words } from '../wire.gen';
import { takeAnswer } from './early';

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
  return error.words ? inWords(error.words) : t('net.refused', { code: error.code });
}

/** The same for a path that older servers do not have. */
export function featureText(error: unknown): string {
  return isUnsupported(error) ? t('net.not_supported') : problemText(error);
}

/** Does the server lack a path? For paths that name a feature, not a thing that may be missing. */
export function isUnsupported(error: unknown): boolean {
  return error instanceof Refusal && (error.status === 404 || error.status === 405);
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
  const early = init.method === 'GET' ? takeAnswer(path) : undefined;
  const response = await (early ?? fetch(path, { credentials: 'same-origin', ...init }));
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
