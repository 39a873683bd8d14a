import { type AppPatch, updateApp } from '../apps.ts';
import { CHANGED_NOTHING, plainOf, type RowKind, rowIsUnchanged, rowStep, type UndoHandler } from './undo-step.ts';

const APP: RowKind = {
  changed: ['changed'],
  fields: { name: '', platform: '', packageName: '', storeUrl: '', currentVersion: '', currentVersionCode: 0, isActive: true },
};

/** Sets the fields of the app itself back. */
export const undoApp: UndoHandler = {
  stepOf: (recorded) => rowStep(APP, recorded),
  readCurrent(_db, app) {
    const current = plainOf(app);
    return Promise.resolve(() => current);
  },
  isUnchanged: rowIsUnchanged(APP),
  revert: (apps, act, slug, { back }) => updateApp(apps, act, slug, back as AppPatch),
  adviceOn: ({ action }, slug) =>
    action === 'app.created' ? `an app is never deleted. Set its isActive to false with PUT /admin/apps/${slug} instead.` : CHANGED_NOTHING,
};
