import type { App } from '../../../models/apps/App.ts';
import type { Act } from '../../platform/context.ts';
import { type AuditInput, recordAudit } from '../../platform/db/audit.ts';
import type { Apps } from './apps-service.ts';

type AppEvent = Pick<AuditInput, 'action' | 'target' | 'details'>;

/** Adds an audit row about an app, or about a release, a flag or the maintenance of it, in the caller's transaction. */
export function auditApp({ db, appProjects }: Apps, act: Act, app: App, event: AppEvent): Promise<void> {
  return recordAudit(db, act, { ...event, projectId: appProjects.of(app), subject: `app:${app.slug}` });
}
