import type { Clock } from '../../platform/clock.ts';
import { purgeIdempotencyKeys } from '../../platform/db/idempotency.ts';
import { type HourlyWork, runHourly } from '../../platform/hourly.ts';
import type { Logger } from '../../platform/logger.ts';
import { purgeMails } from '../../platform/mail/purge.ts';
import { sweepLeftovers } from './leftovers.ts';
import { purgePostBroadcasts } from './post-broadcasts.ts';

let work: HourlyWork | undefined;

/** Every hour: what deletions left behind is deleted, mails that ended 30 days ago, and the answers kept for repeated requests. */
export function startFeedbackCleanup({ log, clock }: { log: Logger; clock: Clock }): void {
  work = runHourly(async (stopping) => {
    await sweepLeftovers(stopping).catch((error: unknown) => log.error({ err: error }, 'what deletions left could not be deleted'));
    await forgetMails(clock.now(), stopping).catch((error: unknown) => log.error({ err: error }, 'old mails could not be deleted'));
    await purgeIdempotencyKeys(clock.now(), stopping).catch((error: unknown) =>
      log.error({ err: error }, 'old idempotency keys could not be deleted'),
    );
  });
}

/** Resolves when the run under way has let go of the database. */
export async function stopFeedbackCleanup(): Promise<void> {
  await work?.stop();
  work = undefined;
}

async function forgetMails(now: Date, stopping: AbortSignal): Promise<void> {
  await purgeMails(now, stopping);
  await purgePostBroadcasts(now);
}
