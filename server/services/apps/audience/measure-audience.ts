import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Audience, type AudienceQuestion, AudienceTally } from '../../../domain/audience/tally.ts';
import type { Database } from '../../../platform/db/database.ts';
import { countUsersSince, recentUsers, STORED_ATTRIBUTES } from '../analytics/users/recent-users.ts';

/** The days in which a counted user was seen. */
const WINDOW_DAYS = 30;
const DAY_MS = 86_400_000;
const MAX_USERS = 20_000;
/** Other requests are served after so long. */
const SLICE_MS = 8;
/** Large rules on many users could take longer than a request may. The users counted by then are the sample. */
const BUDGET_MS = 1_500;

/** How many users were measured: all of the period, or the newest of them. */
export interface MeasuredAudience extends Audience {
  readonly method: 'exact' | 'sample';
}

/** Evaluates the users of an app in memory, the last seen first, in slices between which other requests are served. */
export async function measureAudience(
  db: Database,
  { appId, now }: { appId: number; now: Date },
  question: AudienceQuestion,
): Promise<MeasuredAudience> {
  const tally = new AudienceTally(question);
  const period = { appId, since: new Date(now.getTime() - WINDOW_DAYS * DAY_MS) };
  const end = performance.now() + BUDGET_MS;
  let sliceEnd = performance.now() + SLICE_MS;
  let isCut = false;
  for await (const contexts of recentUsers(db, period, MAX_USERS)) {
    for (const context of contexts) {
      tally.add(context);
      if (performance.now() < sliceEnd) continue;
      isCut = performance.now() > end;
      if (isCut) break;
      await nextTurn();
      sliceEnd = performance.now() + SLICE_MS;
    }
    if (isCut) break;
  }
  const isWhole = tally.users < MAX_USERS && !isCut;
  const total = isWhole ? tally.users : Math.max(tally.users, await countUsersSince(db, period));
  return { ...tally.audience(total, STORED_ATTRIBUTES), method: total === tally.users ? 'exact' : 'sample' };
}
