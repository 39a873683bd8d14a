import type { Config } from '../../config/types.ts';
import { findWaitingProjects } from '../../services/feedback/moderation/queue/waiting-projects.ts';
import type { NoticeDeps } from '../../services/platform-admin/notices/notice-deps.ts';
import type { PlatformAdmin } from '../../services/platform-admin/platform-admin.ts';

interface NoticeParts extends Pick<NoticeDeps, 'db' | 'clock' | 'mailer'> {
  readonly config: Pick<Config, 'defaultProjectId'>;
  readonly admin: PlatformAdmin;
}

/** Composes the notices with what waits in feedback: services do not import each other. */
export function composeNotices({ config, db, clock, mailer, admin }: NoticeParts): NoticeDeps {
  return {
    db,
    clock,
    mailer,
    projects: admin.projects,
    defaultProjectId: config.defaultProjectId,
    findWaiting: (projectIds, until) => findWaitingProjects(db, projectIds, until),
    readWaiting: (projectId) => admin.waiting.readFeedback(projectId),
  };
}
