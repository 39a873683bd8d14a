import type { Config } from '../../config/types.ts';
import type { SigningKeys } from '../../platform/auth/signing-keys.ts';
import type { Clock } from '../../platform/clock.ts';
import type { SecretKeys } from '../../platform/crypto/secret-keys.ts';
import type { Logger } from '../../platform/logger.ts';
import type { OtpDelivery } from '../../platform/messaging/delivery.ts';
import type { ProjectSettings } from '../../platform/project-settings.ts';

/** A project as phone auth knows it. */
export interface AuthProject {
  readonly id: number;
  readonly isActive: boolean;
  readonly settings: ProjectSettings;
}

/** An operator as the companion token endpoints know one. */
export interface AuthOperator {
  readonly id: number;
  readonly projectId: number;
  readonly username: string;
  readonly email: string | null;
  readonly role: 'staff' | 'admin';
  readonly isActive: boolean;
  readonly passwordHash: string;
  /** What was signed in before is over. */
  readonly accessChangedAt: Date;
}

/** Operators belong to platform administration; phone auth asks for them through this. */
export interface OperatorDirectory {
  findByUsername(username: string): Promise<AuthOperator | null>;
  find(id: number): Promise<AuthOperator | null>;
  /** As they are now, and stay until the transaction around it ends. */
  lock(id: number): Promise<AuthOperator | null>;
  /** Replaces a hash by one of today's cost; the password is the same, so nothing is revoked. */
  replaceHash(id: number, oldHash: string, newHash: string): Promise<void>;
}

/** What phone auth is given at start: configuration, secrets, and what other services own. */
export interface AuthSetup {
  readonly config: Pick<Config, 'otp' | 'lockout' | 'keys' | 'testPhones' | 'defaultProjectId'>;
  readonly log: Logger;
  /** For what counts from its own moment; all else goes by the time of the request. */
  readonly clock: Clock;
  readonly keys: SigningKeys;
  readonly secrets: SecretKeys;
  readonly delivery: OtpDelivery;
  readonly operators: OperatorDirectory;
  findProject(id: number): Promise<AuthProject | null>;
  /** The fixed code of a live test phone of the project's own list. */
  findTestCode(projectId: number, phone: string, now: Date): Promise<string | null>;
}

let current: AuthSetup | undefined;

/** Called once at start. */
export function useAuth(setup: AuthSetup): void {
  current = setup;
}

/** @throws Error when phone auth was never set up, which is a fault of the composition. */
export function authSetup(): AuthSetup {
  if (current === undefined) throw new Error('Phone auth is not set up.');
  return current;
}
