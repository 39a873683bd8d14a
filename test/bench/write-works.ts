import { HOT_ITEM } from './feedback-data.ts';
import type { LoadClient, LoadRequest } from './load-plan.ts';

/** The headers of one client. */
type RequestHeaders = Readonly<Record<string, string>>;

const ITEMS = 3_000;
export const SPREAD_POSTS = 100;
/** So many different requests each client sends in turn. */
const REQUESTS = 48;

/** One client for each of the first `count` users; `requests` makes what the user sends in turn. */
function clientsOf(users: readonly RequestHeaders[], count: number, requests: (user: number) => LoadRequest[]): LoadClient[] {
  return users.slice(0, count).map((headers, user) => ({ headers, requests: requests(user) }));
}

function repeated(make: (turn: number) => LoadRequest): LoadRequest[] {
  return Array.from({ length: REQUESTS }, (_, turn) => make(turn));
}

/** All clients send one request. */
export function reading(count: number, path: string): LoadClient[] {
  return new Array(count).fill({ requests: [{ method: 'GET', path }] });
}

/** Reviews of one item, or spread over 3,000 items. */
export function reviewing(
  users: readonly RequestHeaders[],
  count: number,
  { path, isSpread }: { path: string; isSpread: boolean },
): LoadClient[] {
  const itemOf = (turn: number) =>
    isSpread ? { itemType: 'store', itemId: 1 + ((turn * 7919) % ITEMS) } : { itemType: HOT_ITEM.type, itemId: HOT_ITEM.id };
  return clientsOf(users, count, (user) =>
    repeated((turn) => {
      const number = user * REQUESTS + turn;
      // the server refuses a longer text that its author has written before, and each round sends all again
      const body = { ...itemOf(number), rating: 1 + (number % 5), title: 'Arrived on time and as described', comment: 'As said' };
      return { method: 'POST', path, body: JSON.stringify(body) };
    }),
  );
}

/** Each user casts a vote and withdraws it, so that each request changes something. */
export function voting(users: readonly RequestHeaders[], count: number, pathsOf: (user: number) => readonly string[]): LoadClient[] {
  return clientsOf(users, count, (user) =>
    pathsOf(user).flatMap((path) => [
      { method: 'POST', path },
      { method: 'DELETE', path },
    ]),
  );
}

/** The paths of all posts, for each user in another order. */
export function spreadOver(paths: readonly string[]): (user: number) => readonly string[] {
  return (user) => [...paths.slice(user % paths.length), ...paths.slice(0, user % paths.length)];
}

export function commenting(
  users: readonly RequestHeaders[],
  count: number,
  { path, postId }: { path: string; postId: number },
): LoadClient[] {
  return clientsOf(users, count, (user) =>
    repeated((turn) => {
      const body = { entityType: 'post', entityId: postId, content: `I need this too, number ${user * REQUESTS + turn}` };
      return { method: 'POST', path, body: JSON.stringify(body) };
    }),
  );
}

/** Each user adds an item and removes it. */
export function toggling(users: readonly RequestHeaders[], count: number, path: string): LoadClient[] {
  return clientsOf(users, count, (user) =>
    repeated((turn) => ({ method: 'POST', path, body: JSON.stringify({ itemType: 'product', itemId: 1 + user + (turn >> 1) }) })),
  );
}

export function posting(users: readonly RequestHeaders[], count: number, path: string): LoadClient[] {
  return clientsOf(users, count, (user) =>
    repeated((turn) => {
      const number = user * REQUESTS + turn;
      const body = { title: `A wish, number ${number}`, description: `It would help me every day, number ${number}`, category: 'feature' };
      return { method: 'POST', path, body: JSON.stringify(body) };
    }),
  );
}
