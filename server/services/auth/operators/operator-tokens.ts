import { createHash } from 'node:crypto';
import { recordAudit } from '../../../platform/db/audit.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { guardedAttempt } from '../attempts/attempt-locks.ts';
import type { LockKey } from '../attempts/lock-key.ts';
import { consumeLoginLimit } from '../attempts/login-limits.ts';
import type { Auth, AuthContext, AuthOperator } from '../auth.ts';
import { requireMethod, requireProject } from '../projects.ts';
import { noActiveAccount, type OperatorTokenPair, openOperatorSession } from './operator-sessions.ts';

export interface OperatorLogin {
  username: string;
  password: string;
}

/**
 * Signs an operator in with username and password. A deactivated operator gets the same reply as an unknown username, and counts the
 * same.
 * @throws ApiError 401 `no_active_account`, 403 `project_inactive`, `login_method_disabled`, 429 `throttled`, `account_locked`
 */
export async function loginOperator(ctx: AuthContext, { username, password }: OperatorLogin): Promise<OperatorTokenPair> {
  const key = passwordLock(username, ctx.requestId);
  await consumeLoginLimit(ctx, 'login', key);
  const operator = await findOperator(ctx.service, username);
  const isRight = await guardedAttempt(ctx, key, () => isPasswordOf(ctx.service, operator, password));
  if (!isRight || operator === null) throw noActiveAccount();
  requireMethod(await requireProject(ctx.service, operator.projectId), 'username_password');
  const current = await withCurrentHash(ctx.service, operator, password);
  return inTransaction(ctx.db, () => signIn(ctx, current));
}

/** The form of a stored username: its columns hold ASCII only. */
const USERNAME = /^[!-~]{1,64}$/;

/** An impossible username is counted too, under a digest that fits the column. */
function passwordLock(username: string, requestId: string): LockKey {
  const folded = username.toLowerCase();
  const subject = USERNAME.test(folded) ? folded : createHash('sha256').update(folded).digest('hex');
  return { kind: 'password', projectId: 0, subject, requestId };
}

async function findOperator(auth: Auth, username: string): Promise<AuthOperator | null> {
  return USERNAME.test(username.toLowerCase()) ? auth.operators.findByUsername(username) : null;
}

/** Takes the same time for known and unknown operators. */
async function isPasswordOf(auth: Auth, operator: AuthOperator | null, typed: string): Promise<boolean> {
  if (operator === null) return auth.passwords.verifyDummy(typed);
  return (await auth.passwords.verify(operator.passwordHash, typed)) && operator.isActive;
}

/** The operator with a hash of the current cost. A concurrent login or change may have replaced the hash first. */
async function withCurrentHash(auth: Auth, operator: AuthOperator, typed: string): Promise<AuthOperator> {
  if (!auth.passwords.needsRehash(operator.passwordHash)) return operator;
  const { operators } = auth;
  const fresh = await auth.passwords.hash(typed);
  await operators.replaceHash(operator.id, operator.passwordHash, fresh);
  const current = await operators.find(operator.id);
  if (current === null || (current.passwordHash !== fresh && !(await isPasswordOf(auth, current, typed)))) throw noActiveAccount();
  return current;
}

async function signIn(ctx: AuthContext, operator: AuthOperator): Promise<OperatorTokenPair> {
  const tokens = await openOperatorSession(ctx.service, operator, ctx.now);
  await recordAudit(ctx.db, {
    projectId: operator.projectId,
    action: 'login.succeeded',
    actor: ctx.actor,
    subject: `operator:${operator.id}`,
    details: { method: 'username' },
    requestId: ctx.requestId,
    at: ctx.now,
  });
  return tokens;
}
