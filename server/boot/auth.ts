import type { Config } from '../config/types.ts';
import { loadSecretKeys } from '../platform/crypto/secret-keys.ts';
import { createOtpDelivery } from '../platform/messaging/delivery.ts';
import type { Metrics } from '../platform/metrics.ts';
import { type Auth, type AuthDeps, createAuth } from '../services/auth/auth.ts';
import { StoredOperators } from '../services/platform-admin/operator-directory.ts';
import type { PlatformAdmin } from '../services/platform-admin/platform-admin.ts';
import { findTestCode } from '../services/platform-admin/test-phones.ts';

export interface AuthParts extends Pick<AuthDeps, 'db' | 'clock' | 'keys' | 'passwords' | 'revocations'> {
  readonly config: Config;
  readonly metrics: Metrics;
  readonly admin: PlatformAdmin;
}

/** Composes phone auth with the projects, operators and test phones of platform administration: services do not import each other. */
export function composeAuth({ metrics, admin, ...parts }: AuthParts): Auth {
  const { config, db } = parts;
  return createAuth({
    ...parts,
    secrets: loadSecretKeys(config.otp.pepper, config.dataDir),
    delivery: createOtpDelivery(config, db.log, { metrics }),
    operators: new StoredOperators(db),
    findProject: (id) => admin.projects.find(id),
    findTestCode: (projectId, phone, now) => findTestCode(db, projectId, phone, now),
  });
}
