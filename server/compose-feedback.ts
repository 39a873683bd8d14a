import type { Config } from './config/types.ts';
import type { Clock } from './platform/clock.ts';
import type { Logger } from './platform/logger.ts';
import { smtpTransport } from './platform/mail/smtp.ts';
import { logTransport } from './platform/mail/transport.ts';
import type { WorkerSetup } from './platform/mail/worker.ts';
import type { Metrics } from './platform/metrics.ts';
import { findUserContacts } from './services/auth/contacts.ts';
import { FEEDBACK_TEMPLATES } from './services/feedback/mail-templates.ts';
import { type Contact, useFeedback } from './services/feedback/setup.ts';
import { findOperatorContacts } from './services/platform-admin/operator-contacts.ts';
import type { SettingsDirectory } from './services/platform-admin/project-directory.ts';

export interface FeedbackParts {
  readonly log: Logger;
  readonly clock: Clock;
  readonly projects: SettingsDirectory;
}

/** Gives feedback what it needs of the rest: services do not import each other. */
export function composeFeedback({ log, clock, projects }: FeedbackParts): void {
  useFeedback({ log, clock, findSettings: async (id) => (await projects.find(id))?.settings ?? null, findContacts });
}

export interface MailParts {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: Clock;
  readonly metrics: Metrics;
}

/** What sends the mails: by SMTP where that is configured, else into the log. */
export function composeMail({ config: { mail }, log, clock, metrics }: MailParts): WorkerSetup {
  const mails = metrics.counter('mails_total', 'Attempts to send a mail, by what came of them.', ['template', 'outcome']);
  const transport = mail.smtpUrl === null || mail.from === null ? logTransport(log) : smtpTransport(mail.smtpUrl, mail.from);
  return { log, clock, transport, templates: FEEDBACK_TEMPLATES, count: (template, outcome) => mails.inc({ template, outcome }) };
}

const OPERATOR = 'operator:';

async function findContacts(projectId: number, authorIds: readonly string[]): Promise<Contact[]> {
  const operators = authorIds.filter((id) => id.startsWith(OPERATOR)).map((id) => Number(id.slice(OPERATOR.length)));
  const users = authorIds.filter((id) => !id.startsWith(OPERATOR));
  const [byUser, byOperator] = await Promise.all([
    users.length === 0 ? [] : findUserContacts(projectId, users),
    operators.length === 0 ? [] : findOperatorContacts(projectId, operators),
  ]);
  // operators say nowhere which language they read
  return [...byUser, ...byOperator.map(({ id, email }) => ({ authorId: `${OPERATOR}${id}`, email, language: 'en' }))];
}
