import type { App } from '../../../models/apps/App.ts';
import { MaintenanceEvent } from '../../../models/apps/MaintenanceEvent.ts';
import type { Act } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import { auditApp } from './app-audit.ts';
import { changeApp, findApp } from './apps.ts';
import type { Apps } from './apps-service.ts';

export interface MaintenanceInput {
  isActive: boolean;
  messageEn?: string | null;
  messageAr?: string | null;
  estimatedEnd?: Date | null;
}

const HISTORY_LENGTH = 20;

/**
 * Switches maintenance on, which ends the active event and starts another, or off, which only ends it. Returns the event that is now
 * active or that was ended; null when there was none to end.
 */
export async function setMaintenance(apps: Apps, act: Act, slug: string, input: MaintenanceInput): Promise<MaintenanceEvent | null> {
  return changeApp(apps, slug, async (app) => {
    const closed = await closeActive(apps.db, app, act.now);
    const action = input.isActive ? 'maintenance.started' : 'maintenance.ended';
    if (input.isActive || closed !== null)
      await auditApp(apps, act, app, { action, details: { before: { isActive: closed !== null }, after: input } });
    if (!input.isActive) return closed;
    return apps.db.model(MaintenanceEvent).create({ ...input, appId: app.id, activeAppId: app.id });
  });
}

/** The last 20 events, most recent first. */
export async function listMaintenance(db: Database, slug: string): Promise<MaintenanceEvent[]> {
  const app = await findApp(db, slug);
  return db.model(MaintenanceEvent).findAll({ where: { appId: app.id }, order: [['id', 'DESC']], limit: HISTORY_LENGTH });
}

async function closeActive(db: Database, app: App, now: Date): Promise<MaintenanceEvent | null> {
  const active = await db.model(MaintenanceEvent).findOne({ where: { activeAppId: app.id } });
  if (active === null) return null;
  return active.update({ isActive: false, endedAt: now, activeAppId: null });
}
