import type { Config } from '../config/types.ts';
import type { Clock } from '../platform/clock.ts';
import { type SharedWork, startSharedWork } from '../platform/concurrency/shared-work.ts';
import type { Database } from '../platform/db/database.ts';
import { backfillWork } from '../platform/db/records/backfill.ts';
import { sumBackfill } from '../platform/db/records/recount-steps.ts';
import { webhookRetention } from '../platform/webhooks/purge.ts';
import { eventRetention } from '../services/apps/analytics/retention.ts';
import { BUILD_PLACES } from '../services/apps/analytics/users/place-users.ts';
import { maintenanceSteps } from '../services/apps/maintenance/clock-steps.ts';
import { crashGuard } from '../services/apps/releases/crash-guard.ts';
import { AUTH_SUMS } from '../services/auth/auth-sums.ts';
import { authCleanup } from '../services/auth/cleanup.ts';
import { startErasures } from '../services/auth/deletion/erasures.ts';
import { USER_SEARCH_KEYS } from '../services/auth/search/search-keys.ts';
import { feedbackCleanup } from '../services/feedback/cleanup.ts';
import { DAILY_SUMS as FEEDBACK_DAYS } from '../services/feedback/counts/daily-sums.ts';
import { changelogPublication } from '../services/feedback/plans/publication.ts';
import { POST_WORDS } from '../services/feedback/posts/post-words.ts';
import { SEARCH_KEYS } from '../services/feedback/search.ts';
import { auditRetention } from '../services/platform-admin/audit-retention.ts';
import { notices } from '../services/platform-admin/notices/notices.ts';
import { composeErasure } from './services/erasure.ts';
import type { Services } from './services/services.ts';

interface Stoppable {
  stop(): Promise<void>;
}

export interface BackgroundOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly db: Database;
  /** The longest wait before the first cleanup, in milliseconds; a minute by default. */
  readonly cleanupSpreadMs?: number | undefined;
}

/** The periodic work of the services that this process serves. */
export class BackgroundWork {
  readonly #services: Services;
  readonly #options: BackgroundOptions;
  readonly #running: Stoppable[] = [];

  constructor(services: Services, options: BackgroundOptions) {
    this.#services = services;
    this.#options = options;
  }

  /** Resolves when requests can be answered correctly. */
  async start(): Promise<void> {
    const { revocations, mailer, webhooks, auth, feedback, apps } = this.#services;
    const { config, clock, db } = this.#options;
    const { services, analyticsRetentionDays: days, auditRetentionDays } = config;
    // always needed: every service checks tokens
    await revocations.start();
    await db.subscriptions.start();
    auth.refreshUses.start();
    mailer.start();
    this.#running.push(revocations, db.subscriptions, auth.refreshUses, mailer);
    this.#share(notices(this.#services.notices));
    webhooks.start();
    this.#running.push(webhooks);
    this.#share(webhookRetention(db, clock));
    if (auditRetentionDays > 0) this.#share(auditRetention(db, { clock, days: auditRetentionDays }));
    if (services.includes('auth')) {
      auth.codeStatistics.start();
      auth.messageLog.start();
      auth.secondChannel.start();
      // each adds to the next
      const parts = [auth.secondChannel, auth.messageLog, auth.codeStatistics];
      this.#running.push({ stop: () => stopInOrder(parts) });
      this.#share(authCleanup(auth));
      this.#share(backfillWork(db, { name: 'auth backfills', clock, backfills: [...USER_SEARCH_KEYS, ...AUTH_SUMS.map(sumBackfill)] }));
      this.#running.push(startErasures(composeErasure(this.#services, clock), this.#options.cleanupSpreadMs ?? 0));
    }
    if (services.includes('feedback')) {
      feedback.broadcasts.start();
      this.#running.push(feedback.broadcasts);
      this.#share(feedbackCleanup(feedback));
      this.#share(changelogPublication(feedback));
      this.#share(
        backfillWork(db, { name: 'feedback backfills', clock, backfills: [...SEARCH_KEYS, POST_WORDS, ...FEEDBACK_DAYS.map(sumBackfill)] }),
      );
    }
    if (!services.includes('apps')) return;
    await apps.snapshots.start();
    this.#running.push(apps.snapshots);
    this.#share(eventRetention(apps, { clock, days }));
    this.#share(backfillWork(db, { name: 'apps backfills', clock, backfills: [BUILD_PLACES] }));
    this.#share(crashGuard(apps));
    this.#share(maintenanceSteps(apps));
  }

  #share(work: SharedWork): void {
    const { db, cleanupSpreadMs } = this.#options;
    this.#running.push(startSharedWork(db, work, cleanupSpreadMs));
  }

  /** Resolves when none of the work uses the database any more. */
  async stop(): Promise<void> {
    await Promise.all(this.#running.splice(0).map((work) => work.stop()));
  }
}

async function stopInOrder(parts: readonly Stoppable[]): Promise<void> {
  for (const part of parts) await part.stop();
}
