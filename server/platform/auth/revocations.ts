// Raw SQL: every process polls the newest rows once a second, by the index on revoked_at, and sign-ins above the limit add rows.
import { type Clock, MAX_SKEW_MS } from '../clock.ts';
import { type FixedDelayWork, runWithFixedDelay } from '../concurrency/fixed-delay.ts';
import type { Actor } from '../context.ts';
import type { Database } from '../db/database.ts';
import { asDate, execute, selectRows } from '../db/statements/sql.ts';
import { afterCommit } from '../db/transactions/transaction.ts';
import { CLOCK_LEEWAY, sessionOfTokenId } from './access-token.ts';

/**
 * `session` ends every token of that session. `user` and `operator` end what was issued in or before the second of the revocation;
 * later tokens are valid.
 */
export type RevocationKind = 'session' | 'user' | 'operator';

interface RevocationRow {
  readonly kind: RevocationKind;
  readonly subject: string;
  readonly revokedAt: Date | string;
}

interface Change {
  readonly subject: string;
  readonly at: Date;
}

export interface RevocationOptions {
  readonly clock: Clock;
  /** How long an access token is valid: a revocation is remembered for as long. */
  readonly tokenSeconds: number;
}

const POLL_MS = 1_000;
/** A row is dated before it is committed, and the clocks of two machines differ: each poll reads this much again. */
const OVERLAP_MS = 60_000;
const PRUNE_EVERY_MS = 60_000;
const ROWS_AT_ONCE = 500;

/**
 * Knows which access tokens are revoked before they expire. Each revocation is a row of the table `revocations`; every process polls
 * the newest rows once a second and keeps in memory what still matters, so that a check costs no query.
 */
export class Revocations {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #lifetimeMs: number;
  /** When a subject was revoked, in milliseconds. */
  readonly #revoked: Readonly<Record<RevocationKind, Map<string, number>>> = { session: new Map(), user: new Map(), operator: new Map() };
  /** When the last successful poll began, in milliseconds. */
  #lastPoll: number | null = null;
  #lastPrune = 0;
  /** When this process first read a row that is dated in the future, by the row. */
  readonly #ahead = new Map<string, number>();
  #polling: FixedDelayWork | null = null;

  constructor(db: Database, { clock, tokenSeconds }: RevocationOptions) {
    this.#db = db;
    this.#clock = clock;
    this.#lifetimeMs = (tokenSeconds + CLOCK_LEEWAY) * 1_000;
  }

  /** Starts polling. Resolves when the first poll, which reads all that still matters, has succeeded. */
  async start(): Promise<void> {
    await this.stop();
    await this.#poll();
    const options = { name: 'revocation poll', log: this.#db.log, delayMs: POLL_MS, firstDelayMs: POLL_MS };
    this.#polling = runWithFixedDelay(() => this.#poll(), options);
  }

  async stop(): Promise<void> {
    await this.#polling?.stop();
    this.#polling = null;
  }

  /** Whether a token of this actor, issued in that second, is revoked. */
  isRevoked(actor: Actor, issuedAt: number): boolean {
    const { session, user, operator } = this.#revoked;
    if (actor.kind === 'user') return session.has(actor.sessionId) || isOlder(user.get(actor.id), issuedAt);
    if (actor.kind !== 'operator') return false;
    return session.has(sessionOfTokenId(actor.tokenId)) || isOlder(operator.get(String(actor.id)), issuedAt);
  }

  /**
   * Revokes access tokens, in the transaction around it if there is one: this process applies it after the commit, the others within 2 s.
   * Call it with the row of the user or operator locked. Returns the time of the revocation: at least `now`, and at least the time of
   * every token that was signed while the caller waited for its lock.
   */
  async revoke(kind: RevocationKind, subjects: readonly string[], now: Date): Promise<Date> {
    const time = new Date(Math.max(now.getTime(), this.#clock.now().getTime()));
    const changes: Change[] = [];
    for (const subject of subjects) {
      // a token that was signed after an earlier revocation in this second carries the next second
      const at = kind === 'session' ? time : await this.issueTime(kind, subject, time);
      changes.push({ subject, at });
    }
    await this.#insert(kind, changes);
    afterCommit(this.#db, () => {
      for (const change of changes) this.#remember(kind, change);
    });
    return changes.reduce((latest, { at }) => (at > latest ? at : latest), time);
  }

  /**
   * The issue time of a token that is signed now: the second after a revocation that has just happened, so that a user who signs in
   * again in that second is not refused. Call it in a transaction with the owner's row locked.
   */
  async issueTime(kind: 'user' | 'operator', subject: string, now: Date): Promise<Date> {
    const sql = `SELECT MAX(revoked_at) AS at FROM revocations WHERE ${latelyRevoked(kind)}`;
    const [latest] = await selectRows<{ at: Date | string | null }>(this.#db, sql, latelyOf(subject, now));
    if (latest === undefined || latest.at === null) return now;
    const earliest = (secondOf(asDate(latest.at).getTime()) + 1) * 1_000;
    // a token from further in the future would be refused
    return new Date(Math.min(Math.max(now.getTime(), earliest), now.getTime() + CLOCK_LEEWAY * 1_000));
  }

  async #poll(): Promise<void> {
    const startedAt = this.#clock.now().getTime();
    const sql = 'SELECT kind, subject, revoked_at AS revokedAt FROM revocations WHERE revoked_at > :since';
    const rows = await selectRows<RevocationRow>(this.#db, sql, { since: new Date(this.#since(startedAt) - OVERLAP_MS) });
    const now = this.#clock.now().getTime();
    for (const row of rows) this.#remember(row.kind, { subject: row.subject, at: this.#timeOf(row, now) }, now + MAX_SKEW_MS);
    this.#lastPoll = startedAt;
    // either way: a clock may be set back
    if (Math.abs(startedAt - this.#lastPrune) >= PRUNE_EVERY_MS) this.#prune(startedAt);
  }

  /** The last poll; after a start, and after a clock that ran ahead was set back, all that still matters is read. */
  #since(now: number): number {
    const last = this.#lastPoll;
    return last === null || last - now >= OVERLAP_MS ? now - this.#lifetimeMs : Math.min(last, now);
  }

  /**
   * When the tokens of a row end. A row from the future, which a clock that ran ahead dated, ends what was issued before this process read
   * it: otherwise its user could not sign in until that time.
   */
  #timeOf({ kind, subject, revokedAt }: RevocationRow, now: number): Date {
    const at = asDate(revokedAt);
    if (at.getTime() <= now + MAX_SKEW_MS) return at;
    const row = `${kind} ${subject} ${at.getTime()}`;
    const firstRead = Math.min(this.#ahead.get(row) ?? now, now);
    this.#ahead.set(row, firstRead);
    return new Date(firstRead);
  }

  async #insert(kind: RevocationKind, changes: readonly Change[]): Promise<void> {
    for (let start = 0; start < changes.length; start += ROWS_AT_ONCE) {
      const values = changes.slice(start, start + ROWS_AT_ONCE).map(({ subject, at }) => [kind, subject, at]);
      await execute(this.#db, 'INSERT INTO revocations (kind, subject, revoked_at) VALUES :values', { values });
    }
  }

  /** A known time after `latest` is replaced. */
  #remember(kind: RevocationKind, { subject, at }: Change, latest = Number.POSITIVE_INFINITY): void {
    const known = this.#revoked[kind].get(subject);
    if (known === undefined || known < at.getTime() || known > latest) this.#revoked[kind].set(subject, at.getTime());
  }

  /** Forgets the revocations whose tokens have all expired. */
  #prune(now: number): void {
    this.#lastPrune = now;
    const before = now - this.#lifetimeMs - OVERLAP_MS;
    for (const subjects of Object.values(this.#revoked)) {
      for (const [subject, at] of subjects) if (at < before) subjects.delete(subject);
    }
  }
}

/** SQL condition: `issueTime` would return `now`. `latelyOf` has its values. */
export function notRevokedLately(kind: 'user' | 'operator'): string {
  return `NOT EXISTS (SELECT 1 FROM revocations WHERE ${latelyRevoked(kind)})`;
}

export function latelyOf(subject: string, now: Date): { revokedSince: Date; revokedSubject: string } {
  return { revokedSince: new Date(now.getTime() - 1_000), revokedSubject: subject };
}

function latelyRevoked(kind: 'user' | 'operator'): string {
  return `revoked_at > :revokedSince AND kind = '${kind}' AND subject = :revokedSubject`;
}

function isOlder(revokedAt: number | undefined, issuedAt: number): boolean {
  return revokedAt !== undefined && issuedAt <= secondOf(revokedAt);
}

function secondOf(milliseconds: number): number {
  return Math.floor(milliseconds / 1_000);
}
