// Raw SQL: every send writes a row, and writing it through the model takes twice the time.
import { Op } from 'sequelize';
import { SentCode } from '../../../../models/auth/SentCode.ts';
import type { Database } from '../../../platform/db/database.ts';
import { execute } from '../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import { afterCommit } from '../../../platform/db/transactions/transaction.ts';
import { maskPhone } from '../../../platform/mask.ts';
import type { AcceptedMessage } from '../../../platform/messaging/delivery.ts';
import type { AuthContext } from '../auth.ts';
import type { PhoneOfProject } from './delete-phone-data.ts';
import type { CodeKey } from './stored-codes.ts';

/** Rows are kept for this long. */
export const SENT_CODES_MS = 7 * 24 * 3_600_000;
const MAX_SHOWN = 10;
/** The channel of codes for an e-mail address. */
export const MAIL = 'email';

const INSERT = `INSERT INTO sent_codes (project_id, phone, purpose, channel, is_sent, sent_at)
 VALUES (:projectId, :phone, :purpose, :channel, :isSent, :sentAt)`;

/** Notes that a code was sent, or that no channel accepted it (null). A failure must not take back a code that is on its way. */
export async function noteSentCode(ctx: AuthContext, code: CodeKey, accepted: AcceptedMessage | null): Promise<void> {
  const { projectId, phone, purpose } = code;
  const channel = accepted?.provider ?? null;
  if (accepted !== null) ctx.service.messageLog.note(code, accepted, ctx.now);
  const values = { phone, purpose, channel, isSent: channel !== null, sentAt: ctx.now };
  if (channel !== MAIL) {
    const counted = { projectId, phone, at: ctx.now, provider: channel };
    ctx.service.codeStatistics.count(channel === null ? 'failed' : 'sent', counted);
  }
  await ctx.service.codeNotes
    .run(() => execute(withTenant(ctx.db, projectId), INSERT, values))
    .catch((error: unknown) => ctx.log.warn({ err: error, phone: maskPhone(phone) }, 'noting a sent code failed'));
}

/** Notes that the newest code of the purpose was used, and counts it by the time of its sending. Joins the caller's transaction. */
export async function noteUsedCode({ db, now, service }: AuthContext, { projectId, phone, purpose }: CodeKey): Promise<void> {
  const where = { projectId, phone, purpose, isSent: true };
  const newest = await db.model(SentCode).findOne({ attributes: ['id', 'usedAt', 'channel', 'sentAt'], where, order: [['id', 'DESC']] });
  if (newest?.usedAt !== null) return;
  const { id, sentAt: at, channel: provider } = newest;
  await db.model(SentCode).update({ usedAt: now }, { where: { id, projectId } });
  if (provider !== MAIL) afterCommit(db, () => service.codeStatistics.count('used', { projectId, phone, at, provider }));
}

/** The newest codes of the phone, the newest first. */
export function latestCodes({ db, now }: { db: Database; now: Date }, { projectId, phone }: PhoneOfProject): Promise<SentCode[]> {
  const sentAt = { [Op.gt]: new Date(now.getTime() - SENT_CODES_MS) };
  return db.model(SentCode).findAll({ where: { projectId, phone, sentAt }, order: [['id', 'DESC']], limit: MAX_SHOWN });
}
