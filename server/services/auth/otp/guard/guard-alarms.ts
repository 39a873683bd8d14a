import type { Act } from '../../../../platform/context.ts';
import type { Database } from '../../../../platform/db/database.ts';
import { recordAudit } from '../../../../platform/db/records/audit.ts';
import type { Mailer } from '../../../../platform/mail/mailer.ts';
import type { Alarm, AlarmedPlace } from './guard-batch.ts';

/** An admin who gets mails about the project. */
export interface AdminContact {
  readonly id: number;
  readonly email: string;
}

export interface AlarmDeps {
  readonly mailer: Mailer;
  /** The active admins of the project that have an e-mail. */
  findAdmins(projectId: number): Promise<readonly AdminContact[]>;
}

const ACTIONS: Readonly<Record<Alarm, { action: string; template: string }>> = {
  guard: { action: 'otp.guard_acted', template: 'otp_guard_acted' },
  cap80: { action: 'otp.cap_reached', template: 'otp_cap_reached' },
  cap100: { action: 'otp.cap_reached', template: 'otp_cap_reached' },
};

/** Adds an audit row and a mail to each admin, in the transaction of the place that raised the alarm. */
export async function raiseAlarm({ mailer, findAdmins }: AlarmDeps, db: Database, alarmed: AlarmedPlace): Promise<void> {
  const { projectId, alarm, item } = alarmed;
  const { action, template } = ACTIONS[alarm];
  const act: Act = { actor: { kind: 'system', id: 'otp' }, requestId: null, address: null, now: item.now };
  const details = figuresOf(alarmed);
  await recordAudit(db, act, { projectId, action, subject: `project:${projectId}`, details });
  const data = Object.fromEntries([
    ['project', String(projectId)],
    ...Object.entries(details).map(([name, value]) => [name, String(value)]),
  ]);
  const mails = (await findAdmins(projectId)).map(({ id, email }) => ({
    projectId,
    key: `${template}:${alarm}:${projectId}:${item.now.getTime()}:${id}`,
    to: email,
    // operators have no language setting
    language: 'en' as const,
    template,
    data,
  }));
  if (mails.length > 0) await mailer.enqueue(mails, item.now);
}

function figuresOf({ alarm, item, outcome: { alarmed, messages } }: AlarmedPlace): Readonly<Record<string, string | number>> {
  if (alarm !== 'guard' || alarmed === null) return { messages: messages ?? 0, capPerDay: item.cap ?? 0 };
  const { dimension, window, unused, used, seconds } = alarmed;
  const country = dimension === 'country' ? { country: item.subjects?.country || 'none' } : {};
  return { dimension, ...country, window, unused, used, availableIn: seconds };
}
