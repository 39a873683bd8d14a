import type { Config } from '../../config/types.ts';
import type { Clock } from '../../platform/clock.ts';
import type { SecretKeys } from '../../platform/crypto/secret-keys.ts';
import type { Database } from '../../platform/db/database.ts';
import { Mailer } from '../../platform/mail/mailer.ts';
import { smtpTransport } from '../../platform/mail/smtp.ts';
import { logTransport } from '../../platform/mail/transport.ts';
import type { UnsubscribeLinks } from '../../platform/mail/unsubscribe-links.ts';
import type { Metrics } from '../../platform/observe/metrics.ts';
import { AUTH_TEMPLATES } from '../../services/auth/mail-templates.ts';
import { operatorLinkTemplates } from '../../services/auth/operators/links/operator-links.ts';
import { FEEDBACK_TEMPLATES } from '../../services/feedback/mail/mail-templates.ts';
import { noticeTemplates } from '../../services/platform-admin/notices/notice-templates.ts';
import { mailReaders } from './mail-readers.ts';

export interface MailerParts {
  readonly links: UnsubscribeLinks;
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly secrets: SecretKeys;
}

/** The mailer that the services share. Mails are sent over SMTP if that is configured; otherwise they are only logged. */
export function composeMailer({ config: { mail, publicUrl }, db, clock, metrics, secrets, links }: MailerParts): Mailer {
  const { log } = db;
  const mails = metrics.counter('mails_total', 'Attempts to send a mail, by template and outcome.', ['template', 'outcome']);
  const transport = mail.smtpUrl === null || mail.from === null ? logTransport(log) : smtpTransport(mail.smtpUrl, mail.from);
  const count = (template: string, outcome: string): void => mails.inc({ template, outcome });
  const ofOperators = { ...operatorLinkTemplates(secrets, publicUrl), ...noticeTemplates(publicUrl) };
  const templates = { ...FEEDBACK_TEMPLATES, ...AUTH_TEMPLATES, ...ofOperators };
  return new Mailer(db, { log, clock, transport, templates, readers: mailReaders(db, links), count });
}
