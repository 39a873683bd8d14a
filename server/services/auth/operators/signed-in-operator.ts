import { Session } from '../../../../models/auth/Session.ts';
import { sessionOfTokenId } from '../../../platform/auth/access-token.ts';
import type { Actor } from '../../../platform/context.ts';
import { type AuditInput, recordAudit } from '../../../platform/db/records/audit.ts';
import { permissionDenied, tokenNotValid } from '../../../platform/errors.ts';
import type { AuthContext, AuthOperator } from '../auth.ts';

type OperatorActor = Extract<Actor, { kind: 'operator' }>;

/**
 * The operator who signed in with the token of the request.
 * @throws ApiError 403 `permission_denied` for a phone user, 401 `token_not_valid` when the operator is no longer active
 */
export async function signedInOperator(ctx: AuthContext): Promise<AuthOperator> {
  return requireActive(await ctx.service.operators.find(operatorActorOf(ctx).id));
}

/**
 * The same with the row locked until the surrounding transaction ends, so that a slow request whose session ended meanwhile changes
 * nothing.
 * @throws ApiError as `signedInOperator`, 401 `token_not_valid` when the session was ended
 */
export async function lockSignedInOperator(ctx: AuthContext): Promise<AuthOperator> {
  const operator = requireActive(await ctx.service.operators.lock(operatorActorOf(ctx).id));
  const { id: operatorId, projectId, accessChangedAt } = operator;
  const session = await ctx.db.model(Session).findOne({ where: { id: currentSession(ctx), projectId, operatorId, revokedAt: null } });
  if (session === null || session.createdAt <= accessChangedAt) throw tokenNotValid();
  return operator;
}

/** The session of the request's token. @throws ApiError 403 `permission_denied` for a phone user */
export function currentSession(ctx: AuthContext): string {
  return sessionOfTokenId(operatorActorOf(ctx).tokenId);
}

/** @throws ApiError 403 `permission_denied` for a phone user */
export function operatorActorOf({ actor }: AuthContext): OperatorActor {
  if (actor.kind !== 'operator') throw permissionDenied('This is for operators, who sign in with a username.');
  return actor;
}

/** Adds an audit row about the operator's own account, in the caller's transaction. */
export function auditOwnAccount(
  ctx: AuthContext,
  { id, projectId }: Pick<AuthOperator, 'id' | 'projectId'>,
  event: Pick<AuditInput, 'action' | 'details' | 'target' | 'revision'>,
): Promise<void> {
  return recordAudit(ctx.db, ctx, { projectId, subject: `operator:${id}`, ...event });
}

function requireActive(operator: AuthOperator | null): AuthOperator {
  if (operator === null || !operator.isActive) throw tokenNotValid('Operator is not active');
  return operator;
}
