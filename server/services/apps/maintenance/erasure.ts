import { Op } from 'sequelize';
import { App } from '../../../../models/apps/App.ts';
import { MaintenanceEvent } from '../../../../models/apps/MaintenanceEvent.ts';
import { scopeOf } from '../../../domain/maintenance/scope.ts';
import type { ErasedPerson, ErasureStep } from '../../../platform/erasure.ts';
import { changeApp } from '../apps.ts';
import type { Apps } from '../apps-service.ts';

/** The step that takes the id of a user from the testers of every maintenance window. */
export function testerErasure(apps: Apps): ErasureStep[] {
  return [{ name: 'maintenance_testers', erasePart: (person) => eraseTester(apps, person) }];
}

/** One window at a time. The lock on its app orders it with the changes of administrators. */
async function eraseTester(apps: Apps, { userId }: ErasedPerson): Promise<string | null> {
  const named = { testers: { [Op.like]: `%${JSON.stringify(userId)}%` } };
  const found = await apps.db.model(MaintenanceEvent).findOne({ where: named });
  const app = found && (await apps.db.model(App).findByPk(found.appId));
  if (!found || !app) return null;
  await changeApp(apps, app.slug, async () => {
    const event = await apps.db.model(MaintenanceEvent).findOne({ where: { id: found.id, ...named } });
    if (event === null) return;
    const ids = (scopeOf(event).testers?.ids ?? []).filter((id) => id !== userId);
    await event.update({ testers: ids.length > 0 ? JSON.stringify({ ids }) : null });
  });
  return '';
}
