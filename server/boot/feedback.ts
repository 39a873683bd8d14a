import type { Config } from '../config/types.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { Mailer } from '../platform/mail/mailer.ts';
import { smtpTransport } from '../platform/mail/smtp.ts';
import { logTransport } from '../platform/mail/transport.ts';
import type { Metrics } from '../platform/metrics.ts';
import { findUserContacts } from '../services/auth/users/contacts.ts';
import type { Contact } from '../services/feedback/deps.ts';
import { createFeedback, type Feedback } from '../services/feedback/feedback.ts';
import { FEEDBACK_TEMPLATES } from '../services/feedback/mail/mail-templates.ts';
import { findOperatorContacts } from '../services/platform-admin/operator-contacts.ts';
import type { PlatformAdmin } from '../services/platform-admin/platform-admin.ts';

export interface FeedbackParts {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly admin: PlatformAdmin;
}

/** Composes feedback with the projects and contacts of other services: services do not import each other. */
export function composeFeedback(parts: FeedbackParts): Feedback {
  const { db, clock, admin } = parts;
  return createFeedback({
    db,
    clock,
    mailer: composeMailer(parts),
    findSettings: async (id) => (await admin.projects.find(id))?.settings ?? null,
    findContacts: (projectId, authorIds) => findContacts(db, projectId, authorIds),
  });
}

/** Mails are sent over SMTP if that is configured; otherwise they are only logged. */
function composeMailer({ config: { mail }, db, clock, metrics }: FeedbackParts): Mailer {
  const { log } = db;
  const mails = metrics.counter('mails_total', 'Attempts to send a mail, by template and outcome.', ['template', 'outcome']);
  const transport = mail.smtpUrl === null || mail.from === null ? logTransport(log) : smtpTransport(mail.smtpUrl, mail.from);
  const count = (template: string, outcome: string): void => mails.inc({ template, outcome });
  return new Mailer(db, { log, clock, transport, templates: FEEDBACK_TEMPLATES, count });
}

/** How the id of an author begins when the author is an operator. */
const OPERATOR = 'operator:';

async function findContacts(db: Database, projectId: number, authorIds: readonly string[]): Promise<Contact[]> {
  const operators = authorIds.filter((id) => id.startsWith(OPERATOR)).map((id) => Number(id.slice(OPERATOR.length)));
  const users = authorIds.filter((id) => !id.startsWith(OPERATOR));
  const [byUser, byOperator] = await Promise.all([
    users.length === 0 ? [] : findUserContacts(db, projectId, users),
    operators.length === 0 ? [] : findOperatorContacts(db, projectId, operators),
  ]);
  // operators have no language setting
  return [...byUser, ...byOperator.map(({ id, email }) => ({ authorId: `${OPERATOR}${id}`, email, language: 'en' }))];
}
