import { createHash } from 'node:crypto';
import { recordAudit } from '../../../platform/db/audit.ts';
import { guardedAttempt } from '../attempts/guarded-attempt.ts';
import type { LockKey } from '../attempts/lock-key.ts';
import { consumeLoginLimit } from '../attempts/login-limits.ts';
import type { Auth, AuthContext, AuthOperator, AuthProject } from '../auth.ts';
import { countOutcome } from '../outcomes.ts';
import { requireMethod, requireUsable } from '../projects.ts';
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
export function loginOperator(ctx: AuthContext, typed: OperatorLogin): Promise<OperatorTokenPair> {
  return countOutcome(
    (outcome) => ctx.service.counts.signIn('operator', outcome),
    () => verifyAndSignIn(ctx, typed),
  );
}

async function verifyAndSignIn(ctx: AuthContext, { username, password }: OperatorLogin): Promise<OperatorTokenPair> {
  const key = passwordLock(username, ctx);
  await consumeLoginLimit(ctx, 'login', key);
  const tokens = await guardedAttempt(ctx, key, {
    check: async () => verifyOperator(ctx.service, await findOperator(ctx.service, username), password),
    accept: (verified) => signIn(ctx, verified),
  });
  if (tokens === null) throw noActiveAccount();
  return tokens;
}

/** The form of a stored username: its columns hold ASCII only. */
const USERNAME = /^[!-~]{1,64}$/;

/** An impossible username is counted too, under a digest that fits the column. */
function passwordLock(username: string, { requestId, address }: AuthContext): LockKey {
  const folded = username.toLowerCase();
  const subject = USERNAME.test(folded) ? folded : createHash('sha256').update(folded).digest('hex');
  return { kind: 'password', projectId: 0, subject, requestId, address };
}

async function findOperator(auth: Auth, username: string): Promise<AuthOperator | null> {
  return USERNAME.test(username.toLowerCase()) ? auth.operators.findByUsername(username) : null;
}

interface VerifiedOperator {
  readonly operator: AuthOperator;
  readonly project: AuthProject | null;
}

async function verifyOperator(auth: Auth, operator: AuthOperator | null, typed: string): Promise<VerifiedOperator | null> {
  if (!(await isPasswordOf(auth, operator, typed)) || operator === null) return null;
  const project = await auth.findProject(operator.projectId);
  return { operator: await withCurrentHash(auth, operator, typed), project };
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

async function signIn(ctx: AuthContext, { operator, project }: VerifiedOperator): Promise<OperatorTokenPair> {
  requireMethod(requireUsable(project), 'username_password');
  const tokens = await openOperatorSession(ctx.service, operator, ctx.now);
  const subject = `operator:${operator.id}`;
  await recordAudit(ctx.db, ctx, { projectId: operator.projectId, action: 'login.succeeded', subject, details: { method: 'username' } });
  return tokens;
}
