import type { SessionMethod } from '../../../../models/auth/Session.ts';
import type { User } from '../../../../models/auth/User.ts';
import { subjectOf } from '../../../platform/auth/subject.ts';
import { type AuditInput, recordAudit } from '../../../platform/db/records/audit.ts';
import { recordOutgoing } from '../../../platform/outgoing/record.ts';
import type { AuthContext } from '../auth.ts';

export interface UserEvent {
  /** Its revision is that after the act. */
  readonly user: Pick<User, 'id' | 'projectId'> & { readonly revision?: number };
  /** Such as `password.changed`. */
  readonly action: string;
  /** Must not contain secrets. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The audit row of a sign-in. */
export function signInEvent({ method }: { readonly method: SessionMethod }): Pick<UserEvent, 'action' | 'details'> {
  return { action: 'login.succeeded', details: { method } };
}

/** Writes an audit row about a user, in the caller's transaction if there is one. */
export function auditUser(ctx: AuthContext, event: UserEvent): Promise<void> {
  return recordAudit(ctx.db, ctx, userEntry(event));
}

/** The entry of `auditUser`, for an act that leaves others too. */
export function userEntry({ user, action, details = {} }: UserEvent): AuditInput {
  return { projectId: user.projectId, action, subject: subjectOf({ kind: 'user', id: user.id }), details, revision: user.revision ?? null };
}

/** The fields of a user that an event may show. */
type ShownUser = Partial<Pick<User, 'language' | 'notifications'>>;

/** Records that the user changed the profile or the settings, if a webhook wants it. `changed` names the fields, all others stay here. */
export function recordUserUpdate(ctx: Pick<AuthContext, 'db' | 'now'>, user: User, { changed, before }: UserUpdate): Promise<void> {
  const { id, projectId, revision, language, notifications } = user;
  const after = Object.fromEntries(Object.keys(before).map((name) => [name, { language, notifications }[name]]));
  const subject = subjectOf({ kind: 'user', id });
  const data = { changed, before, after };
  return recordOutgoing(ctx.db, [{ type: 'user.updated', projectId, subject, revision, actor: subject, data, at: ctx.now }]);
}

export interface UserUpdate {
  readonly changed: readonly string[];
  readonly before: ShownUser;
}
