// The engine's desk: jobs sent over the socket of the tab, and their results given to the study as they come.
import { t } from '../../i18n/index.svelte';
import { guestOrUser } from '../../shell/account.svelte';
import { inWords } from '../../shell/http';
import { failureText } from '../../shell/requests';
import { connection } from '../../shell/session.svelte';
import type { AnalyseFrame, AnalysisFrame, JobFrame, No, ServerFrame } from '../../wire.gen';
import { changeDesk, deskSettings } from './desk_settings.svelte';
import type { StudyModel } from './model.svelte';
import { movesTo } from './tree';

interface Job {
  id: string;
  engine: string;
  /** The nodes of its plies. */
  line: readonly number[];
  /** The server's name for it, once it has one. */
  name: string | null;
  place: number;
  done: number;
  total: number;
}

const LIVE_AFTER_MS = 350;
const ANSWER_WITHIN_MS = 8000;

let count = 0;

export class Desk {
  /** The whole line, ply by ply. */
  game = $state.raw<Job | null>(null);
  /** The position on the board, as the engine thinks about it. */
  here = $state.raw<Job | null>(null);
  notice = $state('');
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #stops: readonly (() => void)[];

  constructor(private readonly model: StudyModel) {
    this.#stops = [
      connection.onFrame((frame) => this.#take(frame)),
      connection.onLink((link) => {
        if (link !== 'open') this.#lost();
      }),
    ];
  }

  /** Analyses the line on the board, the ply on the screen first. */
  async analyseLine(): Promise<void> {
    this.stopLine();
    this.game = this.#newJob(this.model.line);
    await this.#send(this.game, { first: this.model.ply });
  }

  stopLine(): void {
    this.#cancel(this.game);
    this.game = null;
  }

  /** Thinks about the position on the board, now and after every step, or no more. */
  setLive(isLive: boolean): void {
    changeDesk({ isLive });
    if (isLive) this.follow();
    else this.#stopHere();
  }

  /** The board has changed: think about what is on it, once it stays for a moment. */
  follow(): void {
    clearTimeout(this.#timer);
    this.#stopHere();
    if (!deskSettings.isLive || this.model.position.outcome) return;
    this.#timer = setTimeout(() => void this.#thinkHere(), LIVE_AFTER_MS);
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.stopLine();
    this.#stopHere();
    for (const stop of this.#stops) stop();
  }

  async #thinkHere(): Promise<void> {
    const { model } = this;
    const path = model.line.slice(0, model.ply + 1);
    this.here = this.#newJob(path);
    await this.#send(this.here, { first: path.length - 1, only: true });
  }

  #newJob(line: readonly number[]): Job {
    const id = `study${Date.now().toString(36)}${++count}`;
    return { id, engine: deskSettings.engine, line, name: null, place: 0, done: 0, total: 0 };
  }

  async #send(job: Job, extra: Partial<AnalyseFrame>): Promise<void> {
    const { tree, summary, isOnMainline } = this.model;
    const { game, start } = tree.frame;
    this.notice = '';
    try {
      await readyToAsk();
      const frame: AnalyseFrame = {
        t: 'analyse',
        id: job.id,
        game,
        moves: movesTo(tree, job.line.at(-1) ?? 0),
        engine: job.engine,
        seconds: deskSettings.seconds,
        lines: deskSettings.lines,
        ...extra,
      };
      if (start) frame.start = start;
      // The graph of a game that was played here is kept with it, for everybody.
      if (summary && isOnMainline && !extra.only) frame.record = summary.id;
      if (this.#isWanted(job)) connection.send(frame);
    } catch (error) {
      this.#fail(job, failureText(error));
    }
  }

  #take(frame: ServerFrame): void {
    if (frame.t === 'job') this.#takeJob(frame);
    else if (frame.t === 'analysis') this.#takeAnalysis(frame);
    else if (frame.t === 'no') this.#takeNo(frame);
  }

  #takeJob(frame: JobFrame): void {
    const job = this.#find(frame.id);
    if (!job) return;
    const next = { ...job, name: frame.job, place: frame.place, done: frame.done, total: frame.total };
    const isOver = frame.state !== 'queued' && frame.state !== 'running';
    if (frame.state === 'failed') this.notice = t('study.engine.failed');
    this.#replace(job, isOver ? null : next);
  }

  #takeAnalysis(frame: AnalysisFrame): void {
    const job = [this.game, this.here].find((one) => one?.name === frame.job);
    const node = job?.line[frame.ply];
    if (!job || node === undefined) return;
    const { lines, depth = 0, nodes = 0, seconds = 0, final = false } = frame;
    this.model.learn(node, { engine: job.engine, lines, depth, nodes, seconds, isFinal: final });
  }

  #takeNo(frame: No): void {
    const job = this.#find(frame.id);
    if (job) this.#fail(job, inWords(frame.words));
  }

  #find(id: string): Job | undefined {
    return [this.game, this.here].find((job) => job?.id === id) ?? undefined;
  }

  #isWanted(job: Job): boolean {
    return this.game?.id === job.id || this.here?.id === job.id;
  }

  #replace(job: Job, next: Job | null): void {
    if (this.game?.id === job.id) this.game = next;
    if (this.here?.id === job.id) this.here = next;
  }

  #fail(job: Job, why: string): void {
    if (!this.#isWanted(job)) return;
    this.#replace(job, null);
    this.notice = why;
  }

  /** The server drops the jobs of a connection that is gone. */
  #lost(): void {
    if (!this.game?.name && !this.here?.name) return;
    this.game = null;
    this.here = null;
    this.notice = t('study.engine.lost');
  }

  #stopHere(): void {
    this.#cancel(this.here);
    this.here = null;
  }

  #cancel(job: Job | null): void {
    if (job?.name) connection.send({ t: 'cancel', job: job.name });
  }
}

/** Analysis needs a name, and a socket that knows it. */
async function readyToAsk(): Promise<void> {
  const user = await guestOrUser();
  const isReady = (): boolean => connection.link === 'open' && connection.user?.id === user.id;
  connection.open();
  if (isReady()) return;
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      stop();
      reject(new Error('the socket does not open'));
    }, ANSWER_WITHIN_MS);
    const stop = connection.onLink(() => {
      if (!isReady()) return;
      clearTimeout(timer);
      stop();
      resolve();
    });
  });
}
