// Raw SQL: apps are walked by their ids, across projects.
import type { Database } from '../../../../platform/db/database.ts';
import type { ChunkBackfill } from '../../../../platform/db/records/backfill.ts';
import { addToCounters, selectRows } from '../../../../platform/db/statements/sql.ts';
import { inTransaction } from '../../../../platform/db/transactions/transaction.ts';
import { placesOf } from './build-place.ts';
import type { SeenUser } from './seen-user.ts';
import { lockAndReadUsers, readUsersAfter, type Sighting, writeUsers } from './seen-users.ts';
import { buildCountsOf } from './user-counts.ts';

const CHUNK = 500;

/** Counts users by build whom a server of the release before has stored or moved. */
export const BUILD_PLACES: ChunkBackfill = { name: 'analytics_users.counted_build', start: '', eachChunk: placeNext };

/** The same at once, for all apps. */
export async function placeAll(db: Database): Promise<void> {
  for (let position: string | null = ''; position !== null; ) position = (await placeNext(db, position)).last;
}

/** The position is the id of an app, a blank and the key of a user; a process that goes on with the work begins the app again. */
async function placeNext(db: Database, position: string): Promise<{ last: string | null; changed: number }> {
  const [id = '', ...rest] = position.split(' ');
  const [appId, after] = [Number(id), rest.join(' ')];
  const users = await readUsersAfter(db, appId, { after, limit: CHUNK });
  const keys = [...users].flatMap(([key, user]) => (isPlaced(user) ? [] : [key]));
  const changed = keys.length === 0 ? 0 : await inTransaction(db, () => place(db, appId, keys));
  const last = users.size < CHUNK ? await nextApp(db, appId) : `${appId} ${[...users.keys()].at(-1)}`;
  return { last, changed };
}

async function nextApp(db: Database, appId: number): Promise<string | null> {
  const [next] = await selectRows<{ id: number }>(db, 'SELECT id FROM apps WHERE id > :appId ORDER BY id LIMIT 1', { appId });
  return next === undefined ? null : `${next.id} `;
}

function isPlaced(user: SeenUser): boolean {
  const { countedBuild, countedCrash } = placesOf(user);
  return countedBuild === user.countedBuild && countedCrash === user.countedCrash;
}

/** Only the counts of builds move: the others contain the user already. */
async function place(db: Database, appId: number, keys: readonly string[]): Promise<number> {
  const users = await lockAndReadUsers(db, appId, keys);
  const sightings = [...users]
    .filter(([, user]) => !isPlaced(user))
    .map(([key, previous]): Sighting => ({ key, previous, seen: { ...previous, ...placesOf(previous) } }));
  await writeUsers(db, appId, sightings);
  const moves = sightings.flatMap(({ seen, previous }) => [
    ...(previous === null ? [] : buildCountsOf(previous)).map((count) => ({ ...count, n: -1 })),
    ...buildCountsOf(seen).map((count) => ({ ...count, n: 1 })),
  ]);
  const counts = moves.map((move) => ({ app_id: appId, ...move }));
  await addToCounters(db, { table: 'analytics_counts', key: ['app_id', 'kind', 'hour', 'value'], add: ['n'] }, counts);
  return sightings.length;
}
