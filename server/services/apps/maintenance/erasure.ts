import { Op } from 'sequelize';
import { App } from '../../../../models/apps/App.ts';
import { MaintenanceEvent } from '../../../../models/apps/MaintenanceEvent.ts';
import { testersWithout } from '../../../domain/flags/named-people.ts';
import { scopeOf } from '../../../domain/maintenance/scope.ts';
import type { ErasedPerson, ErasureStep } from '../../../platform/erasure.ts';
import { changeApp } from '../apps.ts';
import type { Apps } from '../apps-service.ts';
import { namesPerson } from '../named-person.ts';

/** The step that takes the id of a user from the testers of every maintenance window. */
export function testerErasure(apps: Apps): ErasureStep[] {
  return [{ name: 'maintenance_testers', erasePart: (person, position) => eraseInNextWindow(apps, person, position) }];
}

/** One window at a time, in the order of their ids. The lock on its app orders it with the changes of administrators. */
async function eraseInNextWindow(apps: Apps, { userId }: ErasedPerson, position: string): Promise<string | null> {
  const { db } = apps;
  const later = { id: { [Op.gt]: Number(position) } };
  const found = await db.model(MaintenanceEvent).findOne({ where: { [Op.and]: [later, namesPerson('testers', userId)] }, order: ['id'] });
  const app = found && (await db.model(App).findByPk(found.appId));
  if (!found || !app) return null;
  await changeApp(apps, app.slug, async () => {
    const event = await db.model(MaintenanceEvent).findByPk(found.id);
    const left = event && testersWithout(scopeOf(event).testers, new Set([userId]));
    await event?.update({ testers: left ? JSON.stringify(left) : null });
  });
  return String(found.id);
}
