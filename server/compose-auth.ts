import type { Config } from './config/types.ts';
import type { SigningKeys } from './platform/auth/signing-keys.ts';
import type { Clock } from './platform/clock.ts';
import { loadSecretKeys } from './platform/crypto/secret-keys.ts';
import type { Logger } from './platform/logger.ts';
import { createOtpDelivery } from './platform/messaging/delivery.ts';
import type { Metrics } from './platform/metrics.ts';
import { useAuth } from './services/auth/setup.ts';
import { operatorDirectory } from './services/platform-admin/operator-directory.ts';
import type { SettingsDirectory } from './services/platform-admin/project-directory.ts';
import { findTestCode } from './services/platform-admin/test-phones.ts';

export interface AuthParts {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: Clock;
  readonly keys: SigningKeys;
  readonly metrics: Metrics;
  readonly projects: SettingsDirectory;
}

/** Gives phone auth what it needs of the rest: services do not import each other. */
export function composeAuth({ config, log, clock, keys, metrics, projects }: AuthParts): void {
  useAuth({
    config,
    log,
    clock,
    keys,
    secrets: loadSecretKeys(config.otp.pepper, config.dataDir),
    delivery: createOtpDelivery(config, log, { metrics }),
    operators: operatorDirectory,
    findProject: (id) => projects.find(id),
    findTestCode,
  });
}
