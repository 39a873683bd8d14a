import { recordAudit, signedBy } from '../../../platform/db/records/audit.ts';
import type { Auth, AuthContext, AuthOperator, AuthProject } from '../auth.ts';
import type { KnownDevice } from '../devices/device-tokens.ts';
import { countOutcome } from '../outcomes.ts';
import { requireMethod, requireUsable } from '../projects.ts';
import { attemptAsOperator } from './operator-attempts.ts';
import { rememberOperatorDevice } from './operator-devices.ts';
import { noActiveAccount, type OperatorTokenPair, openOperatorSession } from './operator-sessions.ts';
import { checkSecondFactor, claimSecondFactor, type SecondFactor } from './second-factor.ts';

export interface OperatorLogin {
  username: string;
  password: string;
  /** A code of the authenticator app, or a recovery code. */
  otp?: string;
}

export interface OperatorSignedIn {
  readonly tokens: OperatorTokenPair;
  /** The token that names this device at the next sign-in. */
  readonly device: string;
}

/**
 * Signs an operator in with username and password. A deactivated operator gets the same reply as an unknown username, and counts the
 * same.
 * @throws ApiError 401 `no_active_account`, `totp_required`, 403 `project_inactive`, `login_method_disabled`, 429 `throttled`,
 * `account_locked`
 */
export function loginOperator(ctx: AuthContext, typed: OperatorLogin): Promise<OperatorSignedIn> {
  return countOutcome(
    (outcome) => ctx.service.counts.signIn('operator', outcome),
    () => verifyAndSignIn(ctx, typed),
  );
}

async function verifyAndSignIn(ctx: AuthContext, { username, password, otp }: OperatorLogin): Promise<OperatorSignedIn> {
  const signedIn = await attemptAsOperator(ctx, username, {
    check: async (operator) => {
      const verified = await verifyOperator(ctx.service, operator, password);
      const factor = verified === null ? null : await checkSecondFactor(ctx, verified.operator, otp);
      return verified === null || factor === null ? null : { ...verified, factor };
    },
    accept: (verified, device) => signIn(ctx, verified, device),
  });
  if (signedIn === null) throw noActiveAccount();
  return signedIn;
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

async function signIn(
  ctx: AuthContext,
  { operator, project, factor }: VerifiedOperator & { factor: SecondFactor },
  known: KnownDevice | null,
): Promise<OperatorSignedIn> {
  // the admins of an owner's project must not be able to lock the owner out by its settings
  if (!operator.isOwner) requireMethod(requireUsable(project), 'username_password');
  const tokens = await openOperatorSession(ctx, operator, ctx.now);
  if (!(await claimSecondFactor(ctx.service, operator, factor))) throw noActiveAccount();
  await ctx.service.operators.noteSignIn(operator.id, ctx.now);
  const device = await rememberOperatorDevice(ctx, operator, known);
  const { id, username, projectId } = operator;
  const details = { method: 'username', ...(factor.kind === 'none' ? {} : { secondFactor: factor.kind }) };
  const act = signedBy(ctx, { kind: 'operator', id, username });
  await recordAudit(ctx.db, act, { projectId, action: 'login.succeeded', subject: `operator:${id}`, details });
  return { tokens, device };
}
