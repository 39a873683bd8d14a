import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { answerErasure } from '../../platform/db/records/idempotency-erasure.ts';
import { truncateLog } from '../../platform/db/sqlite/log.ts';
import { mailErasure } from '../../platform/mail/erase-mails.ts';
import { eventErasure } from '../../services/apps/analytics/erasure.ts';
import { targetingErasure } from '../../services/apps/flags/erasure.ts';
import { testerErasure } from '../../services/apps/maintenance/erasure.ts';
import type { ErasureDeps } from '../../services/auth/deletion/erasures.ts';
import { feedbackErasure } from '../../services/feedback/erasure/erasure-steps.ts';
import type { Services } from './services.ts';

/** Composes the erasure of accounts with the steps of every service: services do not import each other. */
export function composeErasure({ auth, feedback, apps }: Pick<Services, 'auth' | 'feedback' | 'apps'>, clock: Clock): ErasureDeps {
  const { db } = auth;
  const steps = [
    ...feedbackErasure(feedback),
    mailErasure(db),
    ...eventErasure(db),
    ...testerErasure(apps),
    ...targetingErasure(apps),
    answerErasure(db),
  ];
  return { auth, clock, steps, wipe: () => wipe(db) };
}

/** Reads that are under way keep the log; the end of the process is the next chance. */
const TRIES = 20;
const PAUSE_MS = 250;

/** A write-ahead log holds what rows were before: it is emptied. The servers of the other engines have logs of their own. */
async function wipe({ config, log }: Database): Promise<void> {
  if (config.engine !== 'sqlite') return;
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (truncateLog(config.path)) return;
    await sleep(PAUSE_MS);
  }
  log.warn('the write-ahead log could not be emptied after an erasure, because reads kept it; it is emptied when the server stops');
}
