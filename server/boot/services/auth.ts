import type { Config } from '../../config/types.ts';
import { GUARD_MODES } from '../../domain/project-settings.ts';
import { createOtpDelivery } from '../../platform/messaging/delivery.ts';
import type { Metrics } from '../../platform/observe/metrics.ts';
import { type Auth, type AuthDeps, createAuth } from '../../services/auth/auth.ts';
import { DIMENSIONS } from '../../services/auth/otp/guard/dimensions.ts';
import { RECEIPT_OUTCOMES } from '../../services/auth/otp/messages/message-log.ts';
import { FALLBACK_OUTCOMES } from '../../services/auth/otp/messages/second-channel.ts';
import { PURPOSES } from '../../services/auth/otp/purpose.ts';
import { OUTCOMES, SIGN_IN_METHODS } from '../../services/auth/outcomes.ts';
import { StoredOperators } from '../../services/platform-admin/operators/operator-directory.ts';
import type { PlatformAdmin } from '../../services/platform-admin/platform-admin.ts';
import { findTestCode } from '../../services/platform-admin/test-phones.ts';
import { composeExport } from './export.ts';

export interface AuthParts
  extends Pick<AuthDeps, 'db' | 'clock' | 'keys' | 'secrets' | 'passwords' | 'revocations' | 'mailer' | 'operatorLinks' | 'appNames'> {
  readonly config: Config;
  readonly metrics: Metrics;
  readonly admin: PlatformAdmin;
}

/** Composes phone auth with the projects, operators and test phones of platform administration: services do not import each other. */
export function composeAuth({ metrics, admin, ...parts }: AuthParts): Auth {
  const { config, db } = parts;
  const delivery = createOtpDelivery(config, db.log, { metrics });
  const auth = createAuth({
    ...parts,
    delivery,
    operators: new StoredOperators(admin),
    counts: createCounts(metrics, [...delivery.receipts.keys()]),
    exportParts: composeExport(db, parts.secrets),
    findProject: (id) => admin.projects.find(id),
    findTestCode: (projectId, phone, now) => findTestCode(db, projectId, phone, now),
  });
  observeCodes(metrics, auth);
  return auth;
}

/** Codes by country, for the rate of those that are used. */
function observeCodes(metrics: Metrics, { codeStatistics }: Auth): void {
  const read = (name: 'sent' | 'used') => () => codeStatistics.totals(name).map(({ country, value }) => ({ labels: { country }, value }));
  metrics.counters('otp_sends_total', 'Codes that a provider accepted, by country of the number.', ['country'], read('sent'));
  metrics.counters('otp_used_total', 'Codes that were entered, by country of the number.', ['country'], read('used'));
}

/** Every series starts at 0, so that the first attempt is a growth. */
function createCounts(metrics: Metrics, providers: readonly string[]): AuthDeps['counts'] {
  const signIns = metrics.counter('sign_ins_total', 'Attempts to sign in, by method and outcome.', ['method', 'outcome']);
  const codes = metrics.counter('codes_verified_total', 'One-time codes that were tried, by purpose and outcome.', ['purpose', 'outcome']);
  const refusals = metrics.counter('otp_guard_refusals_total', 'Codes without a place, by dimension and mode of the guard.', [
    'dimension',
    'mode',
  ]);
  const receipts = metrics.counter('otp_receipts_total', 'What providers reported about messages, by provider and outcome.', [
    'provider',
    'outcome',
  ]);
  const fallbacks = metrics.counter('otp_fallbacks_total', 'Codes that waited for a receipt and had a next channel, by outcome.', [
    'outcome',
  ]);
  for (const outcome of FALLBACK_OUTCOMES) fallbacks.inc({ outcome }, 0);
  for (const provider of providers) for (const outcome of RECEIPT_OUTCOMES) receipts.inc({ provider, outcome }, 0);
  for (const dimension of [...DIMENSIONS, 'cap' as const]) for (const mode of GUARD_MODES) refusals.inc({ dimension, mode }, 0);
  for (const outcome of OUTCOMES) {
    for (const method of SIGN_IN_METHODS) signIns.inc({ method, outcome }, 0);
    for (const purpose of PURPOSES) codes.inc({ purpose, outcome }, 0);
  }
  return {
    signIn: (method, outcome) => signIns.inc({ method, outcome }),
    code: (purpose, outcome) => codes.inc({ purpose, outcome }),
    refusal: (dimension, mode) => refusals.inc({ dimension, mode }),
    fallback: (outcome) => fallbacks.inc({ outcome }),
    receipt: (provider, outcome) => receipts.inc({ provider, outcome }),
  };
}
