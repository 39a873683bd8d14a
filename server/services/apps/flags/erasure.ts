import { Op } from 'sequelize';
import { App } from '../../../../models/apps/App.ts';
import { FeatureFlag } from '../../../../models/apps/FeatureFlag.ts';
import { Segment } from '../../../../models/apps/Segment.ts';
import { withoutIds } from '../../../domain/flags/named-people.ts';
import type { ErasedPerson, ErasureStep } from '../../../platform/erasure.ts';
import { changeApp } from '../apps.ts';
import type { Apps } from '../apps-service.ts';
import { namesPerson } from '../named-person.ts';

/** The step that takes the id of a user from the conditions of every segment and rule. */
export function targetingErasure(apps: Apps): ErasureStep[] {
  return [{ name: 'targeting', erasePart: (person, position) => eraseInNextApp(apps, person, position) }];
}

/** One app at a time, in the order of their ids. The lock on the app orders it with the changes of administrators. */
async function eraseInNextApp(apps: Apps, { userId }: ErasedPerson, position: string): Promise<string | null> {
  const { db } = apps;
  const later = { appId: { [Op.gt]: Number(position) } };
  const [bySegment, byFlag] = [
    await db.model(Segment).findOne({ where: { [Op.and]: [later, namesPerson('conditions', userId)] }, order: ['appId'] }),
    await db.model(FeatureFlag).findOne({ where: { [Op.and]: [later, namesPerson('targeting', userId)] }, order: ['appId'] }),
  ];
  const ids = [bySegment, byFlag].flatMap((row) => row?.appId ?? []);
  const app = ids.length === 0 ? null : await db.model(App).findByPk(Math.min(...ids));
  if (app === null) return null;
  await changeApp(apps, app.slug, () => eraseIn(apps, app, userId));
  return String(app.id);
}

async function eraseIn({ db }: Apps, { id: appId }: App, userId: string): Promise<void> {
  const ids = new Set([userId]);
  const erased = (text: string): string => JSON.stringify(withoutIds(JSON.parse(text), ids));
  const segments = await db.model(Segment).findAll({ where: { [Op.and]: [{ appId }, namesPerson('conditions', userId)] } });
  for (const segment of segments) await segment.update({ conditions: erased(segment.conditions) });
  const flags = await db.model(FeatureFlag).findAll({ where: { [Op.and]: [{ appId }, namesPerson('targeting', userId)] } });
  for (const flag of flags) await flag.update({ targeting: flag.targeting && erased(flag.targeting) });
}
