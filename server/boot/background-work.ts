import type { Config } from '../config/types.ts';
import type { Clock } from '../platform/clock.ts';
import { startRetention } from '../services/apps/analytics/retention.ts';
import { startAuthCleanup } from '../services/auth/cleanup.ts';
import { startFeedbackCleanup } from '../services/feedback/cleanup.ts';
import type { Services } from './services.ts';

interface Stoppable {
  stop(): Promise<void>;
}

/** The periodic work of the services that this process serves. */
export class BackgroundWork {
  readonly #services: Services;
  readonly #config: Config;
  readonly #clock: Clock;
  readonly #running: Stoppable[] = [];

  constructor(services: Services, { config, clock }: { config: Config; clock: Clock }) {
    this.#services = services;
    this.#config = config;
    this.#clock = clock;
  }

  /** Resolves when requests can be answered correctly. */
  async start(): Promise<void> {
    const { revocations, auth, feedback, apps } = this.#services;
    const { services, analyticsRetentionDays: days } = this.#config;
    // always needed: every service checks tokens
    await revocations.start();
    this.#running.push(revocations);
    if (services.includes('auth')) this.#running.push(startAuthCleanup(auth));
    if (services.includes('feedback')) {
      feedback.broadcasts.start();
      feedback.mailer.start();
      this.#running.push(startFeedbackCleanup(feedback), feedback.broadcasts, feedback.mailer);
    }
    if (!services.includes('apps')) return;
    await apps.snapshots.start();
    this.#running.push(apps.snapshots, startRetention(apps, { clock: this.#clock, days }));
  }

  /** Resolves when none of the work uses the database any more. */
  async stop(): Promise<void> {
    await Promise.all(this.#running.splice(0).map((work) => work.stop()));
  }
}
