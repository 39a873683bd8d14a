import type { SqlValue } from '../../../platform/db/sql.ts';
import { maskPhone, maskUsername } from '../../../platform/mask.ts';

/** Wrong attempts with the same key are counted together. */
export interface LockKey {
  readonly kind: 'otp' | 'password';
  /** 0 for operators, whose usernames belong to no project. */
  readonly projectId: number;
  /** A phone in E.164, or the key of a username. */
  readonly subject: string;
  /** The request of the attempt, for the audit row of a lock. */
  readonly requestId?: string;
  /** Its sender, for the same row. */
  readonly address?: string | null;
}

/** SQL condition on the row of a key; `columnsOf` has its values. */
export const WHERE_KEY = 'project_id = :projectId AND kind = :kind AND subject = :subject';

export function columnsOf({ kind, projectId, subject }: LockKey): Record<'kind' | 'projectId' | 'subject', SqlValue> {
  return { kind, projectId, subject };
}

/** The subject as the audit log may show it. */
export function maskedSubject({ projectId, subject }: LockKey): string {
  return projectId === 0 ? `username:${maskUsername(subject)}` : `phone:${maskPhone(subject)}`;
}
