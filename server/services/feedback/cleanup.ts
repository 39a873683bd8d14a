import { type FixedDelayWork, runHourly } from '../../platform/concurrency/fixed-delay.ts';
import type { Database } from '../../platform/db/database.ts';
import { purgeIdempotencyKeys } from '../../platform/db/idempotency.ts';
import { purgeMails } from '../../platform/mail/purge.ts';
import { finishDeferredDeletes } from './deferred-deletes.ts';
import type { FeedbackDeps } from './deps.ts';
import { purgePostBroadcasts } from './mail/post-broadcasts.ts';

/** Hourly: continues deferred deletes; deletes mails and broadcasts that ended 30 days ago, and idempotency keys older than 24 hours. */
export function startFeedbackCleanup({ db, clock }: FeedbackDeps): FixedDelayWork {
  const { log } = db;
  const run = async (stopping: AbortSignal): Promise<void> => {
    await finishDeferredDeletes(db, stopping).catch((error: unknown) => log.error({ err: error }, 'finishing deferred deletes failed'));
    await purgeOldMails(db, clock.now(), stopping).catch((error: unknown) => log.error({ err: error }, 'deleting old mails failed'));
    await purgeIdempotencyKeys(db, clock.now(), stopping).catch((error: unknown) =>
      log.error({ err: error }, 'deleting old idempotency keys failed'),
    );
  };
  return runHourly(run, { name: 'feedback cleanup', log });
}

async function purgeOldMails(db: Database, now: Date, stopping: AbortSignal): Promise<void> {
  await purgeMails(db, now, stopping);
  await purgePostBroadcasts(db, now);
}
