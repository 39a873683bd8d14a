import type { Config } from '../../config/types.ts';
import type { ProjectSettings } from '../../domain/project-settings.ts';
import type { Revocations } from '../../platform/auth/revocations.ts';
import type { SigningKeys } from '../../platform/auth/signing-keys.ts';
import type { Clock } from '../../platform/clock.ts';
import { Bulkhead } from '../../platform/concurrency/bulkhead.ts';
import { KeyedBulkhead } from '../../platform/concurrency/keyed-bulkhead.ts';
import type { Context } from '../../platform/context.ts';
import type { PasswordHasher } from '../../platform/crypto/password.ts';
import type { SecretKeys } from '../../platform/crypto/secret-keys.ts';
import type { Database } from '../../platform/db/database.ts';
import type { ExportPart } from '../../platform/export.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { OtpDelivery } from '../../platform/messaging/delivery.ts';
import { AuditedReads } from './audit/latest-reads.ts';
import type { OperatorLinks } from './operators/links/operator-links.ts';
import { UnknownUsernames } from './operators/unknown-usernames.ts';
import { type GuardCounts, OtpGuard } from './otp/guard/otp-guard.ts';
import { MessageLog, type ReceiptCounts } from './otp/messages/message-log.ts';
import { type FallbackCounts, SecondChannel } from './otp/messages/second-channel.ts';
import { CodeStatistics } from './otp/statistics/code-statistics.ts';
import type { AuthCounts } from './outcomes.ts';
import { RefreshUses } from './sessions/refresh-uses.ts';

/** The part of a project that phone auth needs. */
export interface AuthProject {
  readonly id: number;
  readonly name: string;
  readonly isActive: boolean;
  readonly settings: ProjectSettings;
}

/** The part of an operator that the operator token endpoints need. */
export interface AuthOperator {
  readonly id: number;
  readonly projectId: number;
  readonly username: string;
  readonly email: string | null;
  readonly role: 'staff' | 'admin';
  readonly isOwner: boolean;
  readonly isActive: boolean;
  readonly revision: number;
  readonly passwordHash: string;
  /** Sessions and tokens from before this time have ended. */
  readonly accessChangedAt: Date;
  /** Encrypted; in force once `totpEnabledAt` is set. */
  readonly totpSecret: string | null;
  readonly totpEnabledAt: Date | null;
  /** The last time step whose code was used. */
  readonly totpLastStep: number | null;
  readonly lastLoginAt: Date | null;
  readonly createdAt: Date;
}

type OwnChange = 'email' | 'passwordHash' | 'totpSecret' | 'totpEnabledAt' | 'totpLastStep';

/** Access to operators, who belong to platform administration. */
export interface OperatorDirectory {
  findByUsername(username: string): Promise<AuthOperator | null>;
  find(id: number): Promise<AuthOperator | null>;
  /** Reads the current row and locks it until the surrounding transaction ends. */
  lock(id: number): Promise<AuthOperator | null>;
  /** Replaces a hash by one of the current cost; the password is the same, so nothing is revoked. */
  replaceHash(id: number, oldHash: string, newHash: string): Promise<void>;
  /** Sets the password and ends all sessions. Call it in a transaction with the row locked. */
  setPassword(id: number, passwordHash: string, now: Date): Promise<void>;
  /** Writes what an operator changes in the own account. Call it in a transaction with the row locked, as `removeTotp`. */
  change(id: number, changes: Partial<Pick<AuthOperator, OwnChange>>): Promise<void>;
  noteSignIn(id: number, now: Date): Promise<void>;
  /** Whether the step is later than the last used one, which it then becomes. */
  claimTotpStep(id: number, step: number): Promise<boolean>;
  hasRecoveryCode(id: number, digest: string): Promise<boolean>;
  /** Whether the code was unused; now it is used. */
  claimRecoveryCode(id: number, digest: string): Promise<boolean>;
  replaceRecoveryCodes(id: number, digests: readonly string[]): Promise<void>;
  /** Removes secret and recovery codes. */
  removeTotp(id: number): Promise<void>;
}

/** The dependencies of phone auth: configuration, secrets, and access to what other services own. */
export interface AuthDeps {
  readonly db: Database;
  readonly config: Pick<Config, 'otp' | 'lockout' | 'keys' | 'testPhones' | 'defaultProjectId'>;
  /** For times that do not start with the request. */
  readonly clock: Clock;
  readonly keys: SigningKeys;
  readonly secrets: SecretKeys;
  readonly passwords: PasswordHasher;
  readonly revocations: Revocations;
  readonly delivery: OtpDelivery;
  readonly mailer: Mailer;
  readonly operators: OperatorDirectory;
  readonly operatorLinks: OperatorLinks;
  readonly counts: AuthCounts & GuardCounts & ReceiptCounts & FallbackCounts;
  /** The lists of an export, of all services. */
  readonly exportParts: readonly ExportPart[];
  /** The names of the newest apps, which a password must not consist of. */
  appNames(): Promise<string[]>;
  findProject(id: number): Promise<AuthProject | null>;
  /** The fixed code of a live test phone in the list of the project. */
  findTestCode(projectId: number, phone: string, now: Date): Promise<string | null>;
}

/** Phone auth of one runtime. */
export interface Auth extends AuthDeps {
  /** Attempts on one key wait here for a slot. */
  readonly attemptQueues: KeyedBulkhead;
  /** The guess permits that this process holds. */
  readonly heldGuessPermits: Set<string>;
  /** Bounds the audit rows of sign-ins with usernames that do not exist. */
  readonly unknownUsernames: UnknownUsernames;
  /** Marks the refresh tokens that were used. */
  readonly refreshUses: RefreshUses;
  /** Bounds the audit rows of reads. */
  readonly auditedReads: AuditedReads;
  /** Bounds the codes that strangers can ask for. */
  readonly guard: OtpGuard;
  /** Counts codes by country and provider. */
  readonly codeStatistics: CodeStatistics;
  /** The messages of codes, with what providers report about them. */
  readonly messageLog: MessageLog;
  /** Sends codes another way that were not delivered. */
  readonly secondChannel: SecondChannel;
  /** Sends of codes that are under way. */
  readonly deliveries: Set<Promise<void>>;
  /** Many deliveries can end at the same time, after their requests left their slots. */
  readonly codeNotes: Bulkhead;
}

export type AuthContext = Context<Auth>;

/** The instance and the time: enough of a context for work that needs no caller. */
export type AuthCall = Pick<AuthContext, 'service' | 'now'>;

/** A request that opens a session: the session remembers who sent it. */
export type SignInCall = Pick<AuthContext, 'service' | 'now' | 'actor' | 'requestId' | 'address' | 'device'>;

/** Attempts on one key that may wait in this process, and the longest wait in milliseconds. */
const ATTEMPT_QUEUE = { queue: 1_000, waitMs: 1_500 };

/** Notes of sent codes. */
const CODE_NOTES = { slots: 2, queue: 1_000, waitMs: 5_000 };

export function createAuth(deps: AuthDeps): Auth {
  const codeStatistics = new CodeStatistics(deps.db);
  const messageLog = new MessageLog({ ...deps, codeStatistics });
  const guard = new OtpGuard(deps);
  return {
    ...deps,
    attemptQueues: new KeyedBulkhead(ATTEMPT_QUEUE),
    heldGuessPermits: new Set(),
    unknownUsernames: new UnknownUsernames(),
    refreshUses: new RefreshUses(deps.db),
    auditedReads: new AuditedReads(),
    guard,
    codeStatistics,
    messageLog,
    secondChannel: new SecondChannel({ ...deps, messageLog, guard }),
    deliveries: new Set(),
    codeNotes: new Bulkhead(CODE_NOTES),
  };
}
