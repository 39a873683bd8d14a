import type { App } from '../../../models/apps/App.ts';
import { MaintenanceEvent } from '../../../models/apps/MaintenanceEvent.ts';
import { changeApp, findApp } from './apps.ts';

export interface MaintenanceWanted {
  isActive: boolean;
  messageEn?: string | null;
  messageAr?: string | null;
  estimatedEnd?: Date | null;
}

const HISTORY_LENGTH = 20;

/**
 * Switches maintenance (spec, States and transitions): on closes what is active and opens a new event, off only closes.
 * Answers the event that is now active, or the one that was closed; null when there was nothing to close.
 */
export async function setMaintenance(slug: string, wanted: MaintenanceWanted, now: Date): Promise<MaintenanceEvent | null> {
  return changeApp(slug, async (app) => {
    const closed = await closeActive(app, now);
    if (!wanted.isActive) return closed;
    return MaintenanceEvent.create({ ...wanted, appId: app.id, activeAppId: app.id });
  });
}

/** The latest events, most recent first. */
export async function listMaintenance(slug: string): Promise<MaintenanceEvent[]> {
  const app = await findApp(slug);
  return MaintenanceEvent.findAll({ where: { appId: app.id }, order: [['id', 'DESC']], limit: HISTORY_LENGTH });
}

async function closeActive(app: App, now: Date): Promise<MaintenanceEvent | null> {
  const active = await MaintenanceEvent.findOne({ where: { activeAppId: app.id } });
  if (active === null) return null;
  return active.update({ isActive: false, endedAt: now, activeAppId: null });
}
