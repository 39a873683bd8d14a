import type { Operator } from '../../../models/platform-admin/Operator.ts';
import type { OtpDefaults } from '../../domain/project-settings.ts';
import type { Revocations } from '../../platform/auth/revocations.ts';
import type { PasswordHasher } from '../../platform/crypto/password.ts';
import type { Database } from '../../platform/db/database.ts';
import type { WebhookSender } from '../../platform/webhooks/sender.ts';
import { SecondFactorGate } from './operators/second-factor-gate.ts';
import { StoredProjects } from './project-directory.ts';
import type { WaitingSources } from './waiting-sources.ts';

export interface ConfiguredTestPhone {
  readonly phone: string;
  readonly code: string;
}

/** The state of sign-ins of operators, which belongs to phone auth. All join the caller's transaction. */
export interface OperatorLocks {
  /** Lifts all locks and counts of failures. */
  lift(operator: Pick<Operator, 'username'>): Promise<void>;
  /** The same after a new password, which also makes all devices unknown. */
  reset(operator: Pick<Operator, 'id' | 'username'>): Promise<void>;
  /** Voids a link by which the operator may set a password. */
  voidLink(operator: Pick<Operator, 'id'>): Promise<void>;
}

/** Links by which operators set their password, which belong to phone auth. */
export interface OperatorInvitations {
  /** @throws ApiError 409 `mail_not_configured` */
  requireMail(): void;
  /** Mails a link. Joins the caller's transaction. */
  send(
    operator: Pick<Operator, 'id' | 'projectId' | 'username' | 'email'>,
    options: { readonly kind: 'invite'; readonly language: 'en' | 'ar'; readonly now: Date },
  ): Promise<boolean>;
}

export interface PlatformAdminDeps {
  readonly db: Database;
  readonly passwords: PasswordHasher;
  readonly revocations: Revocations;
  readonly operatorLocks: OperatorLocks;
  /** null in commands, which send no mails. */
  readonly operatorLinks: OperatorInvitations | null;
  /** null in commands, which send no webhooks. */
  readonly webhooks: WebhookSender | null;
  /** The names of the newest apps, which a password must not consist of. */
  readonly appNames: () => Promise<string[]>;
  readonly waiting: WaitingSources;
  /** In effect where a project sets no value. */
  readonly otpDefaults: OtpDefaults;
  /** The phones of `TEST_PHONES`, in E.164. They count toward the limit of their project. */
  readonly configuredTestPhones: { readonly projectId: number; readonly phones: readonly ConfiguredTestPhone[] };
}

/** Platform administration of one runtime: projects, operators, test phones. */
export interface PlatformAdmin extends PlatformAdminDeps {
  readonly projects: StoredProjects;
  readonly secondFactor: SecondFactorGate;
}

export function createPlatformAdmin(deps: PlatformAdminDeps): PlatformAdmin {
  const projects = new StoredProjects(deps.db, deps.otpDefaults);
  return { ...deps, projects, secondFactor: new SecondFactorGate(deps.db, projects) };
}
