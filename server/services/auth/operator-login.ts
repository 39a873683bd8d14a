import { createHash } from 'node:crypto';
import type { Context } from '../../platform/context.ts';
import { hashPassword, needsRehash, verifyAgainstNothing, verifyPassword } from '../../platform/crypto/password.ts';
import { recordAudit } from '../../platform/db/audit.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { guardedGuess, type LockKey } from './attempt-locks.ts';
import { noActiveAccount, type OperatorTokenPair, openOperatorSession } from './operator-sessions.ts';
import { requireMethod, requireProject } from './projects.ts';
import { type AuthOperator, authSetup } from './setup.ts';
import { requireTurn } from './turn.ts';

export interface OperatorCredentials {
  username: string;
  password: string;
}

/**
 * Signs an operator in with username and password (spec/phone-auth.md, companion endpoints). Who is deactivated is told the same as
 * who does not exist, and counted the same.
 * @throws ApiError 401 `no_active_account`, 403 `project_inactive`, `login_method_disabled`, 429 `throttled`, `account_locked`
 */
export async function loginOperator(ctx: Context, { username, password }: OperatorCredentials): Promise<OperatorTokenPair> {
  const key = passwordLock(username, ctx.requestId);
  await requireTurn(ctx, 'login', key);
  const operator = await findOperator(username);
  const isRight = await guardedGuess(key, ctx.now, () => isPasswordOf(operator, password));
  if (!isRight || operator === null) throw noActiveAccount();
  requireMethod(await requireProject(operator.projectId), 'username_password');
  const signedIn = await withTodaysHash(operator, password);
  return inTransaction(() => signIn(ctx, signedIn));
}

/** What a username can be in the database, where both columns hold ASCII alone. */
const PLAIN = /^[!-~]{1,64}$/;

/** What nobody can be called is counted too, under a name that fits the column. */
function passwordLock(username: string, requestId: string): LockKey {
  const folded = username.toLowerCase();
  const subject = PLAIN.test(folded) ? folded : createHash('sha256').update(folded).digest('hex');
  return { kind: 'password', projectId: 0, subject, requestId };
}

async function findOperator(username: string): Promise<AuthOperator | null> {
  return PLAIN.test(username.toLowerCase()) ? authSetup().operators.findByUsername(username) : null;
}

/** Takes the same time whoever it is, nobody too. */
async function isPasswordOf(operator: AuthOperator | null, typed: string): Promise<boolean> {
  if (operator === null) return verifyAgainstNothing(typed);
  return (await verifyPassword(operator.passwordHash, typed)) && operator.isActive;
}

/** The operator with a hash of today's cost, of the password just proved. Another login may have been faster, or a change. */
async function withTodaysHash(operator: AuthOperator, typed: string): Promise<AuthOperator> {
  if (!needsRehash(operator.passwordHash)) return operator;
  const { operators } = authSetup();
  const fresh = await hashPassword(typed);
  await operators.replaceHash(operator.id, operator.passwordHash, fresh);
  const now = await operators.find(operator.id);
  if (now === null || (now.passwordHash !== fresh && !(await isPasswordOf(now, typed)))) throw noActiveAccount();
  return now;
}

async function signIn(ctx: Context, operator: AuthOperator): Promise<OperatorTokenPair> {
  const tokens = await openOperatorSession(operator, ctx.now);
  await recordAudit({
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
