import type { App } from '../../../models/apps/App.ts';
import type { Act } from '../../platform/context.ts';
import { type AuditInput, recordAudit } from '../../platform/db/records/audit.ts';
import type { Apps } from './apps-service.ts';

/** An action with remarks that its audit row keeps. */
export interface ChangeAct extends Act {
  readonly note?: { readonly reason?: string; readonly undoes?: number; readonly copiedFrom?: string };
}

type AppEvent = Pick<AuditInput, 'action' | 'target' | 'details'>;

/** Adds an audit row about an app, or about a release, a flag or the maintenance of it, in the caller's transaction. */
export function auditApp({ db, appProjects }: Apps, act: ChangeAct, app: App, event: AppEvent): Promise<void> {
  const details = { ...event.details, ...act.note };
  return recordAudit(db, act, { ...event, details, projectId: appProjects.of(app), subject: `app:${app.slug}` });
}
