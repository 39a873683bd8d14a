import { setImmediate as nextTurn } from 'node:timers/promises';
import { recordAudit, signedBy } from '../../../../platform/db/records/audit.ts';
import { inTransaction } from '../../../../platform/db/transactions/transaction.ts';
import { type ApiError, badRequest } from '../../../../platform/errors.ts';
import type { AuthContext, AuthOperator } from '../../auth.ts';
import { trackDelivery } from '../../otp/deliveries.ts';
import { messageLanguage } from '../../projects.ts';
import { resetOperatorSignIn } from '../operator-locks.ts';
import { requireGoodPassword } from '../own-account.ts';
import type { LiveLink } from './operator-links.ts';

const ACTIONS = { invite: 'operator.invitation_accepted', reset: 'operator.password_reset' } as const;

/**
 * Mails the operator a link to set a new password, after the reply, which is the same for every username.
 * @throws ApiError 409 `mail_not_configured`
 */
export async function requestPasswordReset(ctx: AuthContext, username: string): Promise<void> {
  ctx.service.operatorLinks.requireMail();
  const waitSeconds = await ctx.consumeRateLimit('passwordReset', `operator ${username.toLowerCase()}`);
  if (waitSeconds > 0) return;
  const sent = nextTurn()
    .then(() => sendLink(ctx, username))
    .catch((err: unknown) => ctx.log.warn({ err }, 'sending a link to an operator failed'));
  void trackDelivery(ctx.service, sent);
}

async function sendLink(ctx: AuthContext, username: string): Promise<void> {
  const { operators, operatorLinks } = ctx.service;
  const known = await operators.findByUsername(username);
  if (known === null) return;
  const project = await ctx.service.findProject(known.projectId);
  const language = project === null ? 'en' : messageLanguage(project, null);
  await inTransaction(ctx.db, async () => {
    const operator = await operators.lock(known.id);
    if (operator === null || !operator.isActive) return;
    if (!(await operatorLinks.send(operator, { kind: 'reset', language, now: ctx.now }))) return;
    const { id, projectId } = operator;
    await recordAudit(ctx.db, ctx, { projectId, subject: `operator:${id}`, action: 'operator.reset_requested' });
  });
}

export interface LinkedPassword {
  token: string;
  password: string;
}

/**
 * Sets the password of the operator whom the link was sent to, and ends all sessions; the second factor stays. One of parallel requests
 * with the link succeeds, and a refused password does not use it up.
 * @throws ApiError 400 `token_invalid`, 400 for a password that is easy to guess
 */
export async function confirmPasswordReset(ctx: AuthContext, { token, password }: LinkedPassword): Promise<void> {
  const { operators, operatorLinks, passwords } = ctx.service;
  const link = await operatorLinks.find(token, ctx.now);
  if (link === null) throw invalidLink();
  const known = requireSame(await operators.find(link.operatorId), link);
  await requireGoodPassword(ctx, known, { field: 'password', password });
  const passwordHash = await passwords.hash(password);
  await inTransaction(ctx.db, async () => {
    const operator = requireSame(await operators.lock(link.operatorId), link);
    if (!(await operatorLinks.use(link))) throw invalidLink();
    await operators.setPassword(operator.id, passwordHash, ctx.now);
    await resetOperatorSignIn(ctx.db, operator);
    const { id, projectId, username } = operator;
    const act = signedBy(ctx, { kind: 'operator', id, username });
    await recordAudit(ctx.db, act, { projectId, subject: `operator:${id}`, action: ACTIONS[link.kind] });
  });
}

/** A link to a former address, or of an operator who may not sign in, is not good any more. */
function requireSame(operator: AuthOperator | null, { email }: LiveLink): AuthOperator {
  if (operator === null || !operator.isActive || operator.email !== email) throw invalidLink();
  return operator;
}

function invalidLink(): ApiError {
  return badRequest('token_invalid', 'The link is wrong, used or no longer valid. Ask for a new one.');
}
