import type { Act } from '../../../../platform/context.ts';
import type { Database } from '../../../../platform/db/database.ts';
import { recordAudit } from '../../../../platform/db/records/audit.ts';
import type { Alarm, AlarmedPlace } from './guard-batch.ts';

const ACTIONS = {
  guard: 'otp.guard_acted',
  cap80: 'otp.cap_reached',
  cap100: 'otp.cap_reached',
} as const satisfies Readonly<Record<Alarm, string>>;

/** Adds an audit row, and so a notice to the team, in the transaction of the place that raised the alarm. */
export async function raiseAlarm(db: Database, alarmed: AlarmedPlace): Promise<void> {
  const { projectId, alarm, item } = alarmed;
  const act: Act = { actor: { kind: 'system', id: 'otp' }, requestId: null, address: null, now: item.now };
  const subject = `project:${projectId}`;
  await recordAudit(db, act, { projectId, action: ACTIONS[alarm], subject, details: figuresOf(alarmed) });
}

function figuresOf({ alarm, item, outcome: { alarmed, messages } }: AlarmedPlace): Readonly<Record<string, string | number>> {
  if (alarm !== 'guard' || alarmed === null) return { messages: messages ?? 0, capPerDay: item.cap ?? 0 };
  const { dimension, window, unused, used, seconds } = alarmed;
  const country = dimension === 'country' ? { country: item.subjects?.country || 'none' } : {};
  return { dimension, ...country, window, unused, used, availableIn: seconds };
}
