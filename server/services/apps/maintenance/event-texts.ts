import { MaintenanceEvent } from '../../../../models/apps/MaintenanceEvent.ts';
import type { TextReaders } from '../../../platform/outgoing/event.ts';

/** The messages of maintenance windows, for webhooks that want them: none of a window that was canceled. */
export const maintenanceTexts: TextReaders = {
  async app(db, { data }) {
    const id = data['maintenanceId'];
    const window = typeof id === 'number' ? await db.model(MaintenanceEvent).findByPk(id) : null;
    return window === null ? {} : { messageEn: window.messageEn, messageAr: window.messageAr };
  },
};
