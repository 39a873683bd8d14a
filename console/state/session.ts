import type { components } from '../../generated/api-types.ts';
import { isRecord, type Problem, problemFrom, problemOf } from './problem.ts';

export type Operator = components['schemas']['OwnAccount'];

/**
 * `ended`: the session is over, but the page below the sign-in keeps what was typed.
 * `setting-up`: the project requires a second factor, and the server refuses all else until there is one.
 */
export type SessionState =
  | { readonly phase: 'starting' }
  | { readonly phase: 'unreachable'; readonly problem: Problem }
  | { readonly phase: 'out' }
  | { readonly phase: 'in' | 'setting-up' | 'ended'; readonly operator: Operator };

export interface SignIn {
  readonly username: string;
  readonly password: string;
  readonly otp?: string;
}

const ADDRESS = '/console/session';

/**
 * The session of the person in front of this page. The access token is in a variable of this object alone; the refresh token is in a cookie
 * that no script can read.
 */
export class Session {
  #access: string | null = null;
  #state: SessionState = { phase: 'starting' };
  #project: number | null = null;
  #refreshing: Promise<void> | null = null;
  #mustSetUp = false;
  readonly #listeners = new Set<() => void>();

  get access(): string | null {
    return this.#access;
  }

  /** The project of `X-Project-ID`: what an owner chose, null for the operator's own. */
  get project(): number | null {
    return this.#project;
  }

  readonly getState = (): SessionState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Answers whether the project is another one than before. */
  chooseProject(project: number | null): boolean {
    if (this.#project === project) return false;
    this.#project = project;
    return true;
  }

  /** Takes up the session of the cookie, if there is one. */
  async start(): Promise<void> {
    this.#become({ phase: 'starting' });
    await this.refresh().catch((error: unknown) => this.#become({ phase: 'unreachable', problem: problemOf(error) }));
  }

  /**
   * Gets a new access token. All callers share one request, and the tabs of a browser take turns.
   * @throws Problem when the server cannot be asked now; a session that is over becomes the state instead
   */
  refresh(): Promise<void> {
    this.#refreshing ??= inTurn(() => this.#post('/refresh', {}))
      .catch((error: unknown) => this.#refused(error))
      .finally(() => {
        this.#refreshing = null;
      });
    return this.#refreshing;
  }

  /** @throws Problem such as `no_active_account`, `totp_required`, `account_locked` or `insecure_transport` */
  async signIn(input: SignIn): Promise<void> {
    const before = this.#state;
    await this.#post('', input);
    const now = this.#state;
    // the page below shows what the first operator may see
    if (before.phase === 'ended' && now.phase === 'in' && before.operator.id !== now.operator.id) location.reload();
  }

  /** Ends the session on the server too. */
  async signOut(): Promise<void> {
    await fetch(ADDRESS, { method: 'DELETE' }).catch(() => {});
    this.#access = null;
    this.#mustSetUp = false;
    this.#become({ phase: 'out' });
  }

  /** The server has refused a request until there is a second factor. */
  requireSetUp(): void {
    this.#mustSetUp = true;
    if (this.#state.phase === 'in') this.#become({ phase: 'setting-up', operator: this.#state.operator });
  }

  /** The second factor is in force, and the recovery codes have been seen. */
  async finishSetUp(): Promise<void> {
    this.#mustSetUp = false;
    await this.refresh();
  }

  async #post(path: string, body: object): Promise<void> {
    const response = await fetch(ADDRESS + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Accept-Language': document.documentElement.lang },
      body: JSON.stringify(body),
    });
    const answer: unknown = await response.json().catch(() => null);
    if (!response.ok || !isSignedIn(answer)) throw problemFrom(answer, response);
    this.#access = answer.access;
    this.#become({ phase: this.#mustSetUp ? 'setting-up' : 'in', operator: answer.operator });
  }

  #refused(error: unknown): void {
    const problem = problemOf(error);
    if (problem.status !== 401) throw problem;
    this.#access = null;
    const state = this.#state;
    this.#become('operator' in state ? { phase: 'ended', operator: state.operator } : { phase: 'out' });
  }

  #become(state: SessionState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

interface SignedIn {
  readonly access: string;
  readonly operator: Operator;
}

function isSignedIn(answer: unknown): answer is SignedIn {
  return isRecord(answer) && typeof answer['access'] === 'string' && isRecord(answer['operator']);
}

/** One tab after the other, so that each sends the newest cookie. Without a secure context there are no locks, and no session either. */
async function inTurn(work: () => Promise<void>): Promise<void> {
  if (navigator.locks === undefined) return work();
  await navigator.locks.request('diwan-session', work);
}
