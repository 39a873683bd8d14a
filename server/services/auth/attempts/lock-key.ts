import type { SqlValue } from '../../../platform/db/statements/sql.ts';
import { maskPhone, maskUsername } from '../../../platform/mask.ts';

/** Codes and passwords of phones; `account_…` at the deletion and the restoring of accounts. */
export const PHONE_KINDS = ['otp', 'password', 'account_otp', 'account_password'] as const;

/**
 * Where wrong tries count: `account` for the deletion and the restoring of accounts, which anyone can try without closing the sign-in of
 * others; `signIn` for everything else.
 */
export type LockArea = 'signIn' | 'account';

/** Wrong attempts with the same key are counted together. */
export interface LockKey {
  /** That of a phone, or a sign-in of an operator: by username and address, or by known device. */
  readonly kind: (typeof PHONE_KINDS)[number] | 'operator' | 'device';
  /** 0 for operators, whose usernames belong to no project. */
  readonly projectId: number;
  /** A phone in E.164, a digest of username and address, or the hash of a device's token. */
  readonly subject: string;
  /** The username in lower case for operators, the phone for a known device of a user: such locks are lifted together. */
  readonly account?: string;
  /** The operator of the username, for the audit log. */
  readonly owner?: AuditOwner;
  /** The request of the attempt, for the audit row of a lock. */
  readonly requestId?: string;
  /** Its sender, for the same row. */
  readonly address?: string | null;
}

/** The place of an audit row. */
export interface AuditOwner {
  readonly projectId: number | null;
  readonly subject: string;
}

/** SQL condition on the row of a key, for a statement of its tenant; `columnsOf` has the other values. */
export const WHERE_KEY = 'project_id = :projectId AND kind = :kind AND subject = :subject';

/** The key as one text, for queues and rate limits. */
export function nameOf({ kind, projectId, subject }: LockKey): string {
  return `${kind} ${projectId} ${subject}`;
}

export function columnsOf({ kind, subject }: LockKey): Record<'kind' | 'subject', SqlValue> {
  return { kind, subject };
}

/** The project and subject of the key's audit rows: a known operator is named, phones and unknown usernames are masked. */
export function ownerOf({ kind, projectId, subject, account, owner }: LockKey): AuditOwner {
  if (owner !== undefined) return owner;
  if (kind === 'operator' || kind === 'device') return { projectId: null, subject: `username:${maskUsername(account ?? '')}` };
  return { projectId, subject: `phone:${maskPhone(account ?? subject)}` };
}
