import type { FeatureFlag } from '../../../../models/apps/FeatureFlag.ts';
import { type Staleness, stalenessOf } from '../../../domain/flags/stale.ts';
import type { Database } from '../../../platform/db/database.ts';
import { findApp } from '../apps.ts';
import { compileSome, readFlagState } from './flag-state.ts';

/** A flag and since when it is stale; null when it is not. */
export interface AgedFlag {
  readonly flag: FeatureFlag;
  readonly staleness: Staleness | null;
}

/** The flags of an app by key, with their staleness; only the stale ones if wanted. @throws ApiError 404 `app_not_found` */
export async function listAgedFlags(
  db: Database,
  slug: string,
  { now, onlyStale }: { now: Date; onlyStale: boolean },
): Promise<AgedFlag[]> {
  const state = await readFlagState(db, await findApp(db, slug));
  const compiled = compileSome(state, [...state.flags.keys()]);
  const aged = [...state.flags.values()].flatMap((flag): AgedFlag[] => {
    const prepared = compiled.get(flag.flagKey);
    return prepared === undefined ? [] : [{ flag, staleness: stalenessOf(compiled, prepared, flag, now.getTime()) }];
  });
  return onlyStale ? aged.filter(({ staleness }) => staleness !== null) : aged;
}
