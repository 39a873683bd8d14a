import type { App } from '../../../models/apps/App.ts';
import type { Act } from '../../platform/context.ts';
import { type AuditInput, recordAudits } from '../../platform/db/records/audit.ts';
import type { Apps } from './apps-service.ts';

/** An action with remarks that its audit row keeps. */
export interface ChangeAct extends Act {
  readonly note?: { readonly reason?: string; readonly undoes?: number; readonly copiedFrom?: string };
}

type AppEvent = Pick<AuditInput, 'action' | 'target' | 'details'>;

/**
 * Adds an audit row about an app, or about a release, a flag or the maintenance of it. It is written with the app, whose revision it names,
 * at the end of the change.
 */
export function auditApp({ appProjects, pendingAudits }: Apps, act: ChangeAct, app: App, event: AppEvent): void {
  const details = { ...event.details, ...act.note };
  const input = { ...event, details, projectId: appProjects.of(app), subject: `app:${app.slug}` };
  pendingAudits.set(app, [...(pendingAudits.get(app) ?? []), { act, input }]);
}

/** Writes the audit rows of a change of the app, which has its new revision. */
export async function writeAppAudits({ db, pendingAudits }: Apps, app: App): Promise<void> {
  const pending = pendingAudits.get(app) ?? [];
  pendingAudits.delete(app);
  const acts = new Set(pending.map(({ act }) => act));
  for (const act of acts) {
    const inputs = pending.flatMap((one) => (one.act === act ? [{ ...one.input, revision: app.revision }] : []));
    await recordAudits(db, act, inputs);
  }
}
