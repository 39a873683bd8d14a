import { type Clock, systemClock } from '../clock.ts';
import type { Actor } from '../context.ts';
import { asDate, execute, selectRows } from '../db/sql.ts';
import { afterCommit } from '../db/transaction.ts';
import type { Logger } from '../logger.ts';
import { CLOCK_LEEWAY, sessionOfTokenId } from './access-token.ts';

/**
 * Which access tokens are dead before they expire. Each change is a row of the table `revocations`; every process looks at the
 * newest rows once a second and keeps what still matters in memory, so that a check costs no query (contract §1.7).
 *
 * `session`: every token of that session, for good. `user` and `operator`: what was issued in or before the second of the change;
 * later tokens live.
 */
export type RevocationKind = 'session' | 'user' | 'operator';

interface RevocationRow {
  readonly kind: RevocationKind;
  readonly subject: string;
  readonly revokedAt: Date | string;
}

export interface RevocationFeed {
  readonly log: Logger;
  readonly clock: Clock;
  /** How long an access token lives: a change is remembered for as long. */
  readonly tokenSeconds: number;
}

const POLL_MS = 1_000;
/** A row is dated before it is committed, and the clocks of two machines differ: each look reaches this far back. */
const OVERLAP_MS = 60_000;
const PRUNE_EVERY_MS = 60_000;
const ROWS_AT_ONCE = 500;

/** When a subject was revoked, in milliseconds. */
const revoked: Readonly<Record<RevocationKind, Map<string, number>>> = { session: new Map(), user: new Map(), operator: new Map() };
let timer: NodeJS.Timeout | undefined;
/** From one start to the stop after it; a look that outlives its start must not speak for the next. */
let current: RevocationFeed | undefined;
/** When the last look that succeeded began, in milliseconds. */
let lastLook: number | null = null;
let lastPrune = 0;
let isOut = false;

/** Starts following the table. Resolves when the first look, which reads all that still matters, has succeeded. */
export async function startRevocations(feed: RevocationFeed): Promise<void> {
  stopRevocations();
  current = feed;
  await look(feed);
  follow(feed);
}

export function stopRevocations(): void {
  clearTimeout(timer);
  current = undefined;
  for (const subjects of Object.values(revoked)) subjects.clear();
  lastLook = null;
  lastPrune = 0;
  isOut = false;
}

function follow(feed: RevocationFeed): void {
  if (current !== feed) return;
  timer = setTimeout(() => {
    look(feed)
      .then(
        () => heard(feed),
        (error: unknown) => missed(feed, error),
      )
      .finally(() => follow(feed));
  }, POLL_MS).unref();
}

function heard({ log }: RevocationFeed): void {
  if (isOut) log.info('revoked tokens can be looked at again');
  isOut = false;
}

/** Said once per outage; what was known stays known, and the next look reaches back to the last one that succeeded. */
function missed({ log }: RevocationFeed, error: unknown): void {
  if (!isOut) log.warn({ err: error }, 'revoked tokens could not be looked at; trying again every second');
  isOut = true;
}

async function look(feed: RevocationFeed): Promise<void> {
  const startedAt = feed.clock.now().getTime();
  const since = Math.min(lastLook ?? startedAt - lifetimeMs(feed), startedAt) - OVERLAP_MS;
  const rows = await selectRows<RevocationRow>('SELECT kind, subject, revoked_at AS revokedAt FROM revocations WHERE revoked_at > :since', {
    since: new Date(since),
  });
  if (current !== feed) return;
  for (const { kind, subject, revokedAt } of rows) remember(kind, subject, asDate(revokedAt).getTime());
  lastLook = startedAt;
  if (startedAt - lastPrune >= PRUNE_EVERY_MS) prune(startedAt - lifetimeMs(feed) - OVERLAP_MS);
  lastPrune = Math.max(lastPrune, startedAt);
}

function lifetimeMs({ tokenSeconds }: RevocationFeed): number {
  return (tokenSeconds + CLOCK_LEEWAY) * 1_000;
}

/** No token from before is in force any more. */
function prune(before: number): void {
  for (const subjects of Object.values(revoked)) {
    for (const [subject, at] of subjects) if (at < before) subjects.delete(subject);
  }
}

function remember(kind: RevocationKind, subject: string, at: number): void {
  const known = revoked[kind].get(subject);
  if (known === undefined || known < at) revoked[kind].set(subject, at);
}

/**
 * Ends access tokens, in the transaction around it if there is one: this process knows as soon as that is committed, the others
 * within 2 s. Call it with the row of the user or operator locked. Answers the time that the change is dated with: not before `now`,
 * and not before whatever was signed while this waited for its lock.
 */
export async function revokeTokens(kind: RevocationKind, subjects: readonly string[], now: Date): Promise<Date> {
  const time = new Date(Math.max(now.getTime(), (current?.clock ?? systemClock).now().getTime()));
  const changes: Change[] = [];
  for (const subject of subjects) {
    // a token that was signed after a change of this very second says the next one
    const at = kind === 'session' ? time : await issueTime(kind, subject, time);
    changes.push({ subject, at });
  }
  await insertChanges(kind, changes);
  afterCommit(() => {
    for (const { subject, at } of changes) remember(kind, subject, at.getTime());
  });
  return changes.reduce((latest, { at }) => (at > latest ? at : latest), time);
}

interface Change {
  readonly subject: string;
  readonly at: Date;
}

async function insertChanges(kind: RevocationKind, changes: readonly Change[]): Promise<void> {
  for (let start = 0; start < changes.length; start += ROWS_AT_ONCE) {
    const rows = changes.slice(start, start + ROWS_AT_ONCE).map(({ subject, at }) => [kind, subject, at]);
    await execute('INSERT INTO revocations (kind, subject, revoked_at) VALUES :rows', { rows });
  }
}

/** Whether a token of this actor, issued in that second, was revoked. */
export function isRevoked(actor: Actor, issuedAt: number): boolean {
  if (actor.kind === 'user') return revoked.session.has(actor.sessionId) || isOlder(revoked.user.get(actor.id), issuedAt);
  if (actor.kind !== 'operator') return false;
  return revoked.session.has(sessionOfTokenId(actor.tokenId)) || isOlder(revoked.operator.get(String(actor.id)), issuedAt);
}

function isOlder(revokedAt: number | undefined, issuedAt: number): boolean {
  return revokedAt !== undefined && issuedAt <= secondOf(revokedAt);
}

/**
 * When a token signed now says that it was issued: in the second after a change of its owner that is just over, for whoever signs in
 * again in the very second of the change must not be refused. Call it in a transaction with the owner's row locked.
 */
export async function issueTime(kind: 'user' | 'operator', subject: string, now: Date): Promise<Date> {
  const [latest] = await selectRows<{ at: Date | string | null }>(
    'SELECT MAX(revoked_at) AS at FROM revocations WHERE revoked_at > :since AND kind = :kind AND subject = :subject',
    { since: new Date(now.getTime() - 1_000), kind, subject },
  );
  if (latest === undefined || latest.at === null) return now;
  const earliest = (secondOf(asDate(latest.at).getTime()) + 1) * 1_000;
  // further ahead it would not be in force yet
  return new Date(Math.min(Math.max(now.getTime(), earliest), now.getTime() + CLOCK_LEEWAY * 1_000));
}

function secondOf(milliseconds: number): number {
  return Math.floor(milliseconds / 1_000);
}
