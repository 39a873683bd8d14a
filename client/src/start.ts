import type { Bootstrap, Evaluation } from './api.ts';
import { asDiwanError, type DiwanError } from './errors.ts';
import type { EvaluatedFlag, Flags } from './flags.ts';
import { encode, type HttpAnswer, type HttpRequest, queryOf } from './http.ts';
import { chain, type Env, Listeners, type MaybePromise } from './platform/env.ts';
import { isDismissed, noteDismissal, type Screen, screenOf } from './screen.ts';
import type { SafeStorage } from './storage.ts';

export interface StartState {
  /** Where the rest comes from: the server now, an earlier answer, or nothing but `defaults`. */
  readonly source: 'network' | 'cache' | 'defaults';
  readonly screen: Screen;
  readonly update: Bootstrap['version'] | null;
  readonly maintenance: Bootstrap['maintenance'] | null;
  readonly app: Bootstrap['app'] | null;
}

/** The facts about the phone that start-up reads depend on. */
export interface StartContext {
  readonly platform: string | undefined;
  readonly currentVersion: string;
  readonly versionCode: string | undefined;
  readonly installationId: string;
  readonly osVersion: string | undefined;
  readonly language: string | undefined;
  readonly country: string | undefined;
  readonly userId: string | undefined;
}

export interface StartDeps {
  readonly env: Env;
  readonly app: string;
  readonly storage: SafeStorage;
  readonly flags: Pick<Flags<object>, 'take'>;
  readonly context: () => MaybePromise<StartContext>;
  /** Sends a request without the token of the user. */
  send<T>(request: HttpRequest): Promise<HttpAnswer<T>>;
}

/** The last answers, for one user. */
interface Copy {
  readonly key: string;
  readonly etag: string | null;
  readonly body: Bootstrap;
  readonly flagsEtag: string | null;
  readonly flags: readonly EvaluatedFlag[];
}

const COPY = 'start';
const TIME_LIMIT_MS = 2_500;
const FOREGROUND_MS = 300_000;

/** The start-up call, its stored copy, and the screen that follows from them. */
export class Start {
  readonly onChange = new Listeners<[StartState]>();
  state: StartState = { source: 'defaults', screen: 'ok', update: null, maintenance: null, app: null };
  private readonly deps: StartDeps;
  private copy: Copy | null = null;
  private loading: MaybePromise<void> | null = null;
  private running: Promise<void> | null = null;
  private runningKey = '';
  private startedAt: number | null = null;
  private dismissed: string | null = null;

  constructor(deps: StartDeps) {
    this.deps = deps;
  }

  /** The state by the server, or by the last copy when it does not answer within 2.5 s; a later answer arrives by `onChange`. */
  async run(): Promise<StartState> {
    const { env } = this.deps;
    this.startedAt = env.now();
    await this.load();
    const context = await this.deps.context();
    const asked = this.ask(context);
    await new Promise<void>((resolve) => {
      const cancel = env.timer(resolve, TIME_LIMIT_MS);
      void asked.then(() => {
        cancel();
        resolve();
      });
    });
    return this.state;
  }

  /** Starts again when the last start is five minutes old. */
  async resume(): Promise<void> {
    const age = this.startedAt === null ? FOREGROUND_MS : this.deps.env.now() - this.startedAt;
    if (age >= FOREGROUND_MS || age < 0) await this.run();
  }

  async dismissUpdate(): Promise<void> {
    const { update } = this.state;
    if (update === null) return;
    this.dismissed = noteDismissal(update, this.deps.env.now());
    this.show(this.state.source);
    await this.deps.storage.set('dismissed', this.dismissed);
  }

  private load(): MaybePromise<void> {
    this.loading ??= chain(this.deps.storage.get('dismissed'), (dismissed) => {
      this.dismissed ??= dismissed;
      return chain(this.deps.storage.getJson(COPY, isCopy), async (copy) => {
        if (copy === null || this.copy !== null) return;
        this.copy = copy;
        const { userId } = await this.deps.context();
        this.deps.flags.take(userOf(copy.key) === (userId ?? '') ? copy.flags : [], 'cache');
        this.show('cache');
      });
    });
    return this.loading;
  }

  /** Never rejects. A start for the same context joins the one under way; for another it follows it. */
  private ask(context: StartContext): Promise<void> {
    const key = keyOf(context);
    if (this.running !== null && this.runningKey === key) return this.running;
    const before = this.running ?? Promise.resolve();
    this.runningKey = key;
    const running = before
      .then(() => this.read(context, key))
      .catch((error: unknown) => this.fail(asDiwanError(error)))
      .then(() => {
        if (this.running === running) this.running = null;
      });
    this.running = running;
    return running;
  }

  private async read(context: StartContext, key: string): Promise<void> {
    // flags of another user must not show, even while the server does not answer
    if (this.copy !== null && userOf(this.copy.key) !== userOf(key)) this.deps.flags.take([], 'cache');
    const known = this.copy?.key === key ? this.copy : null;
    const path = `/api/v1/apps/${encode(this.deps.app)}`;
    const query = queryOf({ ...context });
    const request = { method: 'GET', path: `${path}/bootstrap${query}`, headers: matching(known?.etag) };
    const answer = await this.deps.send<Bootstrap>(request);
    const body = answer.status === 304 && known !== null ? known.body : answer.body;
    const etag = answer.status === 304 ? (known?.etag ?? null) : answer.etag;
    const flags = await this.readFlags(path, context, known, Object.keys(body.features).length > 0);
    const copy: Copy = { key, etag, body, ...flags };
    if (keyOf(await this.deps.context()) !== key) return;
    this.copy = copy;
    this.deps.flags.take(copy.flags, 'network');
    this.show('network');
    await this.deps.storage.set(COPY, JSON.stringify(copy));
  }

  private async readFlags(
    path: string,
    context: StartContext,
    known: Copy | null,
    hasFlags: boolean,
  ): Promise<Pick<Copy, 'flags' | 'flagsEtag'>> {
    if (!hasFlags) return { flags: [], flagsEtag: null };
    const { currentVersion, ...rest } = context;
    const body = { context: { ...rest, targetingKey: context.installationId, appVersion: currentVersion } };
    try {
      const request = { method: 'POST', path: `${path}/ofrep/v1/evaluate/flags`, headers: matching(known?.flagsEtag), body };
      const answer = await this.deps.send<Evaluation>(request);
      if (answer.status !== 304) return { flags: answer.body.flags, flagsEtag: answer.etag };
    } catch (error) {
      const fault = asDiwanError(error);
      if (fault.status === 400) this.deps.env.onError(fault);
    }
    return { flags: known?.flags ?? [], flagsEtag: known?.flagsEtag ?? null };
  }

  /** A 400 is a fault of the build, which no copy may hide. */
  private fail(error: DiwanError): void {
    if (error.action !== 'retry_later') this.deps.env.onError(error);
    if (error.status !== 400) return this.show(this.copy === null ? 'defaults' : 'cache');
    this.deps.flags.take([], 'cache');
    this.copy = null;
    this.show('defaults');
  }

  private show(source: StartState['source']): void {
    const { version = null, maintenance = null, app = null } = this.copy?.body ?? {};
    const isPutOff = version !== null && isDismissed(version, this.dismissed, this.deps.env.now());
    const next = { source, screen: screenOf(version, maintenance, isPutOff), update: version, maintenance, app };
    const isNew = JSON.stringify(next) !== JSON.stringify(this.state);
    if (!isNew) return;
    this.state = next;
    this.onChange.call(next);
  }
}

function matching(etag: string | null | undefined): Record<string, string> {
  return etag === null || etag === undefined ? {} : { 'If-None-Match': etag };
}

/** Names what an answer depends on; its first line is the user. */
function keyOf({ userId, ...context }: StartContext): string {
  return `${userId ?? ''}\n${queryOf(context)}`;
}

function userOf(key: string): string {
  return key.split('\n')[0] ?? '';
}

function isCopy(value: unknown): value is Copy {
  return typeof value === 'object' && value !== null && 'key' in value && 'body' in value && 'flags' in value;
}
