import assert from 'node:assert/strict';
import type { RaceAnswer, RaceCall } from '../support/race.ts';
import type { TestServer } from '../support/server.ts';
import { type Caller, selectAcrossProjects } from './support.ts';

/** A request of a race, with what its answer must have in common with it. */
export interface Attempt {
  readonly table: 'reviews' | 'comments' | 'posts' | 'favorites' | null;
  readonly caller: Caller;
  readonly projectId: number;
  readonly call: RaceCall;
  readonly allowed: readonly number[];
}

export interface Outcome extends Attempt {
  readonly answer: RaceAnswer;
}

/** The caller, their project and the `Idempotency-Key`, if there is one. */
export interface Sender {
  readonly caller: Caller;
  readonly projectId: number;
  readonly key?: string | undefined;
}

let texts = 0;

/** A text that no other request has. */
function newText(): string {
  texts += 1;
  return `Text ${texts} 🙂`;
}

export function reviewOf(sender: Sender, item: { itemType: string; itemId: number }, allowed: readonly number[] = [201]): Attempt {
  return attempt(sender, { table: 'reviews', path: '/reviews', body: { ...item, rating: 4, title: newText() }, allowed });
}

export function commentOn(
  sender: Sender,
  [entityType, entityId, parentId = null]: readonly [entityType: string, entityId: number, parentId?: number | null],
  allowed: readonly number[] = [201],
): Attempt {
  const body = { entityType, entityId, parentId, content: newText() };
  return attempt(sender, { table: 'comments', path: '/comments', body, allowed });
}

export function postBy(sender: Sender): Attempt {
  const body = { title: newText(), description: 'Please', category: 'bug' };
  return attempt(sender, { table: 'posts', path: '/posts', body, allowed: [201] });
}

export function toggleOf(sender: Sender, itemId: number): Attempt {
  return attempt(sender, { table: 'favorites', path: '/favorites/toggle', body: { itemType: 'product', itemId }, allowed: [200] });
}

export function voteFor(sender: Sender, postId: number, allowed: readonly number[] = [200]): Attempt {
  return attempt(sender, { table: null, path: `/posts/${postId}/vote`, allowed });
}

export function withdrawalFrom(sender: Sender, postId: number, allowed: readonly number[] = [200]): Attempt {
  return attempt(sender, { table: null, method: 'DELETE', path: `/posts/${postId}/vote`, allowed });
}

export function requestOf(sender: Sender, method: RaceCall['method'], path: string): Attempt {
  return attempt(sender, { table: null, method, path, allowed: [200] });
}

interface Wish {
  readonly table: Attempt['table'];
  readonly method?: RaceCall['method'];
  readonly path: string;
  readonly body?: object;
  readonly allowed: readonly number[];
}

function attempt({ caller, projectId, key }: Sender, { table, method = 'POST', path, body, allowed }: Wish): Attempt {
  const headers = { Authorization: `Bearer ${caller.token}`, ...(key === undefined ? {} : { 'Idempotency-Key': key }) };
  const call = { method, path, headers, ...(body === undefined ? {} : { body }) };
  return { table, caller, projectId, call, allowed };
}

/** The data of an answer. */
export function dataOf({ answer }: Outcome): Record<string, unknown> {
  return (answer.body['data'] ?? {}) as Record<string, unknown>;
}

export function sharing<T>(values: readonly T[], keyOf: (value: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return [...groups.values()];
}

/** Asserts that each answer has an allowed status and is the answer to its own request. */
export function expectOwnAnswers(outcomes: readonly Outcome[]): void {
  for (const outcome of outcomes) {
    const { answer, call, allowed, caller, projectId, table } = outcome;
    assert.ok(allowed.includes(answer.status), `${call.method} ${call.path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    const data = dataOf(outcome);
    const vote = /^\/posts\/(\d+)\/vote$/.exec(call.path);
    if (answer.status >= 400) continue;
    if (vote !== null) assert.deepEqual([data['postId'], data['voted']], [Number(vote[1]), call.method === 'POST']);
    if (table === 'favorites') assert.deepEqual(pick((data['favorite'] ?? {}) as object, call.body), call.body);
    if (table === null || table === 'favorites') continue;
    assert.deepEqual([data['userId'], data['projectId'], pick(data, call.body)], [caller.id, projectId, call.body]);
  }
}

/** Asserts that each created id belongs to one request, and that its row, if it was not deleted since, has the values of this request. */
export async function expectOwnRows(server: TestServer, outcomes: readonly Outcome[], table: 'reviews' | 'comments' | 'posts') {
  const created = outcomes.filter((outcome) => outcome.table === table && outcome.answer.status === 201);
  const text = table === 'comments' ? 'content' : 'title';
  const byId = new Map(created.map((outcome) => [Number(dataOf(outcome)['id']), outcome]));
  const unkeyed = created.filter(({ call }) => call.headers?.['Idempotency-Key'] === undefined);
  const keys = new Set(created.flatMap(({ call }) => call.headers?.['Idempotency-Key'] ?? []));
  assert.equal(byId.size, unkeyed.length + keys.size, `two requests got the same id of ${table}`);
  const rows = await selectAcrossProjects<Record<string, unknown>>(
    server.db,
    `SELECT id, project_id, user_id, ${text} AS text FROM ${table} WHERE id IN (:ids)`,
    { ids: [0, ...byId.keys()] },
  );
  for (const { id, project_id, user_id, text: stored } of rows) {
    const { caller, projectId, call } = byId.get(Number(id)) as Outcome;
    // a comment that was deleted and has replies keeps neither its author nor its text
    if (user_id !== null) assert.deepEqual([project_id, user_id, stored], [projectId, caller.id, pick(call.body as object, [text])[text]]);
  }
  return { created: byId.size, found: rows.length };
}

/** Asserts that the answers to `ballots` on one post, which no other request changed, are those of some order of them. */
export function expectSerialVotes(ballots: readonly Outcome[]): void {
  const left = ballots.map((outcome) => ({
    userId: outcome.caller.id,
    wantsVote: outcome.call.method === 'POST',
    votesCount: Number(dataOf(outcome)['votesCount']),
  }));
  const voters = new Set<string>();
  let tries = 0;
  const extend = (): boolean => {
    tries += 1;
    assert.ok(tries < 1e6, 'the search for an order takes too long');
    if (left.length === 0) return true;
    for (const [index, ballot] of left.entries()) {
      const isChange = voters.has(ballot.userId) !== ballot.wantsVote;
      const votesCount = voters.size + (isChange ? (ballot.wantsVote ? 1 : -1) : 0);
      if (votesCount !== ballot.votesCount) continue;
      left.splice(index, 1);
      if (isChange) flip(voters, ballot.userId);
      if (extend()) return true;
      if (isChange) flip(voters, ballot.userId);
      left.splice(index, 0, ballot);
    }
    return false;
  };
  assert.ok(extend(), `no order explains ${JSON.stringify(left)}`);
}

function flip(users: Set<string>, userId: string): void {
  if (!users.delete(userId)) users.add(userId);
}

/** The values of `data` under the names of `like`. */
function pick(data: object, like: unknown): Record<string, unknown> {
  const names = Array.isArray(like) ? (like as string[]) : Object.keys(like as object);
  return Object.fromEntries(names.map((name) => [name, Reflect.get(data, name) as unknown]));
}
