import { randomBytes } from 'node:crypto';
import { OperatorLink, type OperatorLinkKind } from '../../../../../models/auth/OperatorLink.ts';
import { isSameDigest } from '../../../../platform/crypto/one-time-code.ts';
import type { SecretKeys } from '../../../../platform/crypto/secret-keys.ts';
import type { Database } from '../../../../platform/db/database.ts';
import { conflict } from '../../../../platform/errors.ts';
import type { Template } from '../../../../platform/mail/mail-content.ts';
import type { Mailer } from '../../../../platform/mail/mailer.ts';
import type { MessageLanguage } from '../../../../platform/messaging/message.ts';

const LIFE_MS: Readonly<Record<OperatorLinkKind, number>> = { invite: 7 * 24 * 3_600_000, reset: 30 * 60_000 };
const TEMPLATES: Readonly<Record<OperatorLinkKind, string>> = { invite: 'operator_invite', reset: 'operator_reset' };
const NONCE_BYTES = 16;
const DAY_MS = 24 * 3_600_000;
/**
 * Links that one operator is sent in a day: anyone may ask for them. Later ones wait for an hour, so that no stranger can
 * keep an operator from a link.
 */
const MAX_A_DAY = 20;
const LATER_MS = 3_600_000;

/** The operator whom a link is for. */
export interface LinkedOperator {
  readonly id: number;
  readonly projectId: number;
  readonly username: string;
  readonly email: string | null;
}

/** A link that is still good. */
export interface LiveLink {
  readonly operatorId: number;
  readonly kind: OperatorLinkKind;
  readonly nonce: string;
  readonly email: string;
}

export interface OperatorLinkDeps {
  readonly db: Database;
  readonly secrets: SecretKeys;
  readonly mailer: Mailer;
  /** Whether this server has an address for links, serves the pages behind them and sends mails. */
  readonly isConfigured: boolean;
}

/**
 * Links by which operators set a password. A token is the operator, a random part and their keyed digest: the tables hold the random part
 * only, so that a copy of the database opens no account.
 */
export class OperatorLinks {
  readonly #deps: OperatorLinkDeps;

  constructor(deps: OperatorLinkDeps) {
    this.#deps = deps;
  }

  /** @throws ApiError 409 `mail_not_configured` for everyone, where links cannot be sent */
  requireMail(): void {
    if (!this.#deps.isConfigured)
      throw conflict(
        'mail_not_configured',
        'This server sends no links: its configuration lacks PUBLIC_URL or SMTP_URL, or has SERVE_CONSOLE=off.',
      );
  }

  /**
   * Mails a link, which replaces an earlier one; false when the operator was sent too many lately, or has no address. Call it in a
   * transaction with the operator's row locked, or just inserted.
   */
  async send(
    { id: operatorId, projectId, username, email }: LinkedOperator,
    { kind, language, now }: { kind: OperatorLinkKind; language: MessageLanguage; now: Date },
  ): Promise<boolean> {
    if (email === null) return false;
    const { db, mailer } = this.#deps;
    const before = await db.model(OperatorLink).findByPk(operatorId);
    const isNewDay = before === null || now.getTime() - before.sendsSince.getTime() >= DAY_MS;
    const { sends, sendsSince } = isNewDay ? { sends: 0, sendsSince: now } : before;
    if (sends >= MAX_A_DAY && before !== null && now.getTime() - sentAt(before) < LATER_MS) return false;
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    const expiresAt = new Date(now.getTime() + LIFE_MS[kind]);
    await db.model(OperatorLink).upsert({ operatorId, kind, nonce, email, expiresAt, sends: sends + 1, sendsSince });
    const data = { operator: String(operatorId), nonce, username };
    await mailer.enqueue(
      [{ projectId, key: `${TEMPLATES[kind]}:${operatorId}:${nonce}`, to: email, language, template: TEMPLATES[kind], data }],
      now,
    );
    return true;
  }

  /** The live link of a token; null for any other text. */
  async find(token: string, now: Date): Promise<LiveLink | null> {
    const [id = '', nonce = '', digest = ''] = token.split('.');
    const operatorId = /^[1-9]\d{0,9}$/.test(id) ? Number(id) : 0;
    if (operatorId === 0 || !isSameDigest(digest, digestOf(this.#deps.secrets, operatorId, nonce))) return null;
    const link = await this.#deps.db.model(OperatorLink).findOne({ where: { operatorId, nonce } });
    if (link === null || link.expiresAt <= now) return null;
    return { operatorId, nonce, kind: link.kind, email: link.email };
  }

  /** Uses a link up; false when another request was first, or a newer link replaced it. */
  async use({ operatorId, nonce }: LiveLink): Promise<boolean> {
    const [used] = await this.#deps.db.model(OperatorLink).update({ nonce: null }, { where: { operatorId, nonce } });
    return used > 0;
  }
}

/** Voids the link of an operator, such as after another change of the password. Joins the caller's transaction. */
export async function voidOperatorLink(db: Database, operatorId: number): Promise<void> {
  await db.model(OperatorLink).update({ nonce: null }, { where: { operatorId } });
}

/** Milliseconds since 1970. A used link keeps its kind and time. */
function sentAt({ kind, expiresAt }: OperatorLink): number {
  return expiresAt.getTime() - LIFE_MS[kind];
}

const TEXTS = {
  operator_invite: {
    en: (username: string) => [
      'Your operator account is ready',
      `You were invited to run an app with Diwan, as the operator ${username}. Open this link to set your password:`,
      'It is good once, for 7 days. If it runs out, use “Forgot password?” on the sign-in page.',
    ],
    ar: (username: string) => [
      'حسابك كمشغّل جاهز',
      `تمت دعوتك إلى إدارة تطبيق على ديوان باسم المستخدم ${username}. افتح هذا الرابط لتعيين كلمة المرور:`,
      'يصلح الرابط مرة واحدة خلال 7 أيام. إذا انتهت مدته فاستخدم «نسيت كلمة المرور؟» في صفحة تسجيل الدخول.',
    ],
  },
  operator_reset: {
    en: (username: string) => [
      'Set a new password',
      `Somebody asked for a new password of the operator ${username}. Open this link to set it:`,
      'It is good once, for 30 minutes. If it was not you, ignore this mail: your password stays as it is.',
    ],
    ar: (username: string) => [
      'تعيين كلمة مرور جديدة',
      `طلب أحدهم كلمة مرور جديدة للمشغّل ${username}. افتح هذا الرابط لتعيينها:`,
      'يصلح الرابط مرة واحدة خلال 30 دقيقة. إذا لم تطلبه فتجاهل هذه الرسالة، وستبقى كلمة المرور كما هي.',
    ],
  },
} as const;
const PAGES = { operator_invite: 'invite', operator_reset: 'reset' } as const;

/** The mails with links. The token is made when a mail is rendered, so that the outbox does not hold it. */
export function operatorLinkTemplates(secrets: SecretKeys, publicUrl: string | null): Readonly<Record<string, Template>> {
  const template =
    (name: keyof typeof TEXTS): Template =>
    ({ operator, nonce, username }, language) => {
      const [subject = '', introduction = '', advice = ''] = TEXTS[name][language](username ?? '');
      const id = Number(operator);
      const token = `${id}.${nonce}.${digestOf(secrets, id, nonce ?? '')}`;
      return { subject, paragraphs: [introduction, `${publicUrl ?? ''}/console/${PAGES[name]}?token=${token}`, advice] };
    };
  return { operator_invite: template('operator_invite'), operator_reset: template('operator_reset') };
}

function digestOf(secrets: SecretKeys, operatorId: number, nonce: string): string {
  return secrets.digestCode(JSON.stringify(['operator link', operatorId, nonce]));
}
