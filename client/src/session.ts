import type { Tokens, User } from './api.ts';
import { DiwanError, networkError } from './errors.ts';
import { type HttpAnswer, type HttpRequest, send } from './http.ts';
import { Logouts } from './logouts.ts';
import { chain, type Env, Listeners, type MaybePromise } from './platform/env.ts';
import { runLocked } from './platform/lock.ts';
import type { SafeStorage } from './storage.ts';

export type SessionState = 'signed_in' | 'signed_out' | 'unknown';

/** A signed-in user with the tokens, as they are stored. */
interface Session {
  readonly user: User;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** When the tokens arrived, by the clock of the device. */
  readonly receivedAt: number;
  readonly expiresIn: number;
}

export interface SessionDeps {
  readonly env: Env;
  readonly url: string;
  readonly storage: SafeStorage;
  readonly name: string;
  readonly baseHeaders: () => Record<string, string>;
}

const SESSION = 'session';
const DEVICE = 'device';
const AUTH = '/api/v2/auth';
const AHEAD_SECONDS = 60;

/** The tokens of one device: at most one refresh at a time, and no user is signed out by a fault of the network. */
export class SessionStore {
  readonly onChange = new Listeners<[SessionState, User | null]>();
  /** Settles when the stored session has been read. */
  readonly ready: MaybePromise<void>;
  state: SessionState = 'unknown';
  private session: Session | null = null;
  private deviceToken: string | null = null;
  private refreshing: Promise<Session | null> | null = null;
  /** Why the server wants no refresh for now. */
  private blocked: DiwanError | null = null;
  /** Grows with each sign-in and sign-out, so that an answer for an earlier user is not used for a later one. */
  private generation = 0;
  readonly logouts: Logouts;
  private readonly deps: SessionDeps;

  constructor(deps: SessionDeps) {
    this.deps = deps;
    const { storage } = deps;
    this.logouts = new Logouts(storage, (request) => this.sendAs(null, request));
    this.ready = chain(storage.get(DEVICE), (device) => {
      this.deviceToken ??= device;
      return chain(storage.getJson(SESSION, isSession), (session) => {
        if (this.generation === 0) this.change(session);
      });
    });
  }

  get user(): User | null {
    return this.session?.user ?? null;
  }

  /** Sends a request with the token of the user, if there is one, and refreshes it when that is due. */
  async call<T>(request: HttpRequest): Promise<HttpAnswer<T>> {
    await this.ready;
    const session = await this.fresh();
    const { generation } = this;
    try {
      return await this.sendAs<T>(session, request);
    } catch (error) {
      if (session === null || !isTokenRefused(error) || generation !== this.generation) throw error;
      // a request that began before a refresh carries the older token
      const next = this.session !== null && this.session.accessToken !== session.accessToken ? this.session : await this.refresh();
      if (next === null || generation !== this.generation) throw error;
      return await this.sendAs<T>(next, request);
    }
  }

  /** Sends a request without the token of the user. */
  async sendAs<T>(session: Session | null, request: HttpRequest): Promise<HttpAnswer<T>> {
    await this.ready;
    const headers: Record<string, string> = { ...this.deps.baseHeaders(), ...request.headers };
    if (this.deviceToken !== null) headers['X-Diwan-Device'] = this.deviceToken;
    if (session !== null) headers['Authorization'] = `Bearer ${session.accessToken}`;
    const answer = await send<T>(this.deps.env, this.deps.url, { ...request, headers });
    if (answer.device !== null && answer.device !== this.deviceToken) {
      this.deviceToken = answer.device;
      await this.deps.storage.set(DEVICE, answer.device);
    }
    return answer;
  }

  /** Stores the tokens of a sign-in, then uses them. A session that it replaces is ended on the server. */
  async signIn(user: User, tokens: Tokens): Promise<void> {
    await this.ready;
    this.generation += 1;
    const earlier = this.session;
    const session = this.sessionOf(user, tokens);
    if (earlier !== null) await this.logouts.add(earlier.refreshToken);
    await this.deps.storage.set(SESSION, JSON.stringify(session));
    this.change(session);
    if (earlier !== null) void this.logouts.sendAll();
  }

  /** The access token goes at once; the refresh token goes when the server has answered, now or after a later start. */
  async signOut(): Promise<void> {
    await this.ready;
    const { session } = this;
    if (session === null) return;
    await this.end([session.refreshToken]);
    await this.logouts.sendAll();
  }

  /** Ends every session of the user. @throws DiwanError when the server did not hear of the others */
  async signOutEverywhere(): Promise<void> {
    await this.ready;
    const { session } = this;
    if (session === null) return;
    try {
      await this.call({ method: 'POST', path: `${AUTH}/logout`, body: { all: true } });
      await this.end([]);
    } catch (error) {
      await this.end([this.session?.refreshToken ?? session.refreshToken]);
      if (!isTokenRefused(error)) throw error;
    }
  }

  /** The session with a token that is good for some time, where the server answers; null for a guest. */
  private async fresh(): Promise<Session | null> {
    const { session } = this;
    if (session === null) return null;
    const age = (this.deps.env.now() - session.receivedAt) / 1_000;
    const ahead = Math.min(AHEAD_SECONDS, session.expiresIn / 10);
    if (age >= 0 && age < session.expiresIn - ahead) return session;
    try {
      return await this.refresh();
    } catch {
      // the token may still be good; if not, its 401 asks again
      return this.session;
    }
  }

  /** One refresh for all callers. @throws DiwanError when the server did not answer; the session goes on then */
  private refresh(): Promise<Session | null> {
    if (this.blocked !== null) return Promise.reject(this.blocked);
    this.refreshing ??= runLocked(`${this.deps.name}:refresh`, () => this.refreshStored()).finally(() => {
      this.refreshing = null;
    });
    return this.refreshing;
  }

  private async refreshStored(): Promise<Session | null> {
    const { generation } = this;
    const used = this.session;
    if (used === null) return null;
    const found = await this.readAgain(used);
    if (found !== used) return found;
    try {
      const tokens = await this.askForTokens(used.refreshToken);
      if (generation !== this.generation) return this.session;
      const next = this.sessionOf(used.user, tokens);
      await this.deps.storage.set(SESSION, JSON.stringify(next));
      if (generation === this.generation) this.session = next;
      return this.session;
    } catch (error) {
      if (!isTokenRefused(error)) throw this.block(error);
      if (generation !== this.generation) return this.session;
      const later = await this.readAgain(used);
      if (later === used) await this.end([]);
      return this.session;
    }
  }

  /** Another tab may have refreshed, signed in or signed out meanwhile. */
  private async readAgain(used: Session): Promise<Session | null> {
    const { generation } = this;
    const stored = await this.deps.storage.getJson(SESSION, isSession);
    if (generation !== this.generation || stored?.refreshToken === used.refreshToken) return this.session;
    if (stored?.user.id !== used.user.id) this.generation += 1;
    this.change(stored);
    return stored;
  }

  /** A lost answer is asked for again with the same token, once at once and then with the next request. */
  private async askForTokens(refreshToken: string): Promise<Tokens> {
    const request = { method: 'POST', path: `${AUTH}/refresh`, body: { refresh_token: refreshToken } };
    try {
      return await this.tokensBy(request);
    } catch (error) {
      if (!(error instanceof DiwanError) || error.status !== 0) throw error;
      return await this.tokensBy(request);
    }
  }

  /** @throws DiwanError `network` when something between answers for the server, such as the sign-in page of a hotel */
  private async tokensBy(request: HttpRequest): Promise<Tokens> {
    const { body } = await this.sendAs<Tokens | null>(null, request);
    if (typeof body?.refreshToken !== 'string') throw networkError();
    return body;
  }

  /** An overloaded server is not asked again before it said so. */
  private block(error: unknown): unknown {
    if (!(error instanceof DiwanError) || error.status === 0) return error;
    this.blocked = error;
    this.deps.env.timer(
      () => {
        this.blocked = null;
      },
      (error.retryAfterSeconds ?? 1) * 1_000,
    );
    return error;
  }

  private async end(logouts: readonly string[]): Promise<void> {
    this.generation += 1;
    this.change(null);
    for (const token of logouts) await this.logouts.add(token);
    await this.deps.storage.set(SESSION, null);
  }

  private sessionOf(user: User, { accessToken, refreshToken, expiresIn }: Tokens): Session {
    return { user, accessToken, refreshToken, expiresIn, receivedAt: this.deps.env.now() };
  }

  private change(session: Session | null): void {
    const state = session === null ? 'signed_out' : 'signed_in';
    const isNew = state !== this.state || session?.user.id !== this.session?.user.id;
    this.session = session;
    this.state = state;
    if (isNew) this.onChange.call(state, this.user);
  }
}

function isSession(value: unknown): value is Session {
  return typeof value === 'object' && value !== null && 'refreshToken' in value && 'accessToken' in value && 'user' in value;
}

function isTokenRefused(error: unknown): boolean {
  return error instanceof DiwanError && error.status === 401 && error.code === 'token_not_valid';
}
