import { Op, type WhereOptions } from 'sequelize';
import { App } from '../../../../models/apps/App.ts';
import { MaintenanceEvent } from '../../../../models/apps/MaintenanceEvent.ts';
import type { MayContinue, SharedWork } from '../../../platform/concurrency/shared-work.ts';
import type { Act } from '../../../platform/context.ts';
import { auditApp } from '../app-audit.ts';
import { changeApp } from '../apps.ts';
import type { Apps } from '../apps-service.ts';
import { fieldsOf } from './read-windows.ts';

const EVERY_MS = 5_000;
/** Windows that one run looks at; the rest is left to the next one. */
const MAX_WINDOWS = 500;

/** Notes in the audit log that scheduled windows started and ended: webhooks hear of it, and readers of the log see when it was. */
export function maintenanceSteps(apps: Apps): SharedWork {
  return { name: 'maintenance steps', clock: apps.clock, everyMs: EVERY_MS, run: (mayContinue) => recordDue(apps, mayContinue) };
}

/** One run: each app with due windows in a transaction, which marks them too. */
export async function recordDue(apps: Apps, mayContinue: MayContinue): Promise<void> {
  const { db, clock } = apps;
  const isDue = { [Op.lte]: clock.now() };
  const find = (where: WhereOptions<MaintenanceEvent>) =>
    db.model(MaintenanceEvent).findAll({ attributes: ['appId'], where, limit: MAX_WINDOWS });
  const due = [...(await find({ startRecordedAt: null, startAt: isDue })), ...(await find({ endRecordedAt: null, endAt: isDue }))];
  if (due.length === 0) return;
  const owners = await db.model(App).findAll({ attributes: ['id', 'slug'], where: { id: [...new Set(due.map(({ appId }) => appId))] } });
  for (const { slug } of owners) {
    if (!(await mayContinue())) return;
    await changeApp(apps, slug, async (app) => {
      const now = clock.now();
      const passed = { [Op.lte]: now };
      const steps = [
        { startRecordedAt: null, startAt: passed },
        { endRecordedAt: null, endAt: passed },
      ];
      const events = await db.model(MaintenanceEvent).findAll({ where: { appId: app.id, [Op.or]: steps }, order: ['id'] });
      await recordSteps(apps, app, events, now);
    });
  }
}

/** Notes the steps of these windows that the clock has made. Call it in `changeApp`; another process has marked what it noted. */
export async function recordSteps(apps: Apps, app: App, events: readonly MaintenanceEvent[], now: Date): Promise<void> {
  const act: Act = { actor: { kind: 'system', id: 'maintenance' }, requestId: null, address: null, now };
  for (const event of events) {
    const target = `maintenance:${event.id}`;
    if (isDue(event.startAt, event.startRecordedAt, now)) {
      const details = { before: { isActive: false }, after: { isActive: true, ...fieldsOf(event) } };
      auditApp(apps, act, app, { action: 'maintenance.started', target, details });
      event.startRecordedAt = now;
    }
    if (isDue(event.endAt, event.endRecordedAt, now)) {
      const details = { before: { isActive: true }, after: { isActive: false } };
      // a server of the release before does not mark what was ended by hand
      if (event.endedAt === null || event.endedAt >= (event.endAt ?? now))
        auditApp(apps, act, app, { action: 'maintenance.ended', target, details });
      event.endRecordedAt = now;
    }
    await event.save({ silent: true });
  }
}

function isDue(at: Date | null, recordedAt: Date | null, now: Date): boolean {
  return at !== null && at <= now && recordedAt === null;
}
