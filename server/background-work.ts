import type { Config } from './config/types.ts';
import { startRevocations, stopRevocations } from './platform/auth/revocations.ts';
import type { Clock } from './platform/clock.ts';
import type { Logger } from './platform/logger.ts';
import { startMailer, stopMailer } from './platform/mail/mailer.ts';
import type { WorkerSetup } from './platform/mail/worker.ts';
import { startRetention, stopRetention } from './services/apps/retention.ts';
import { startSnapshots, stopSnapshots } from './services/apps/snapshots.ts';
import { startAuthCleanup, stopAuthCleanup } from './services/auth/cleanup.ts';
import { startFeedbackCleanup, stopFeedbackCleanup } from './services/feedback/cleanup.ts';
import { startPostBroadcasts, stopPostBroadcasts } from './services/feedback/post-broadcasts.ts';

export interface BackgroundDeps {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: Clock;
  readonly mail: WorkerSetup;
}

/** Starts what runs beside the requests of the services that this process serves. Resolves once requests can be answered right. */
export async function startBackgroundWork({ config, log, clock, mail }: BackgroundDeps): Promise<void> {
  // whatever is served: every service trusts the tokens
  await startRevocations({ log, clock, tokenSeconds: config.keys.accessTokenSeconds });
  if (config.services.includes('auth')) startAuthCleanup({ log, clock });
  if (config.services.includes('feedback')) {
    startFeedbackCleanup({ log, clock });
    startPostBroadcasts({ log, clock });
    startMailer(mail);
  }
  if (!config.services.includes('apps')) return;
  await startSnapshots(log);
  startRetention({ log, clock, days: config.analyticsRetentionDays });
}

/** Ends all of it, also what was never started. Resolves when what writes has let go of the database. */
export async function stopBackgroundWork(): Promise<void> {
  stopRevocations();
  stopSnapshots();
  await Promise.all([stopAuthCleanup(), stopFeedbackCleanup(), stopPostBroadcasts(), stopMailer(), stopRetention()]);
}
