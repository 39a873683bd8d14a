/** Mails the notices of one moment and ends: `notice-runner.ts <database URL> <time>`. It prints `begun` before it begins. */
import { initModels, TENANT_TABLES } from '../../../models/index.ts';
import { Mailer } from '../../../server/platform/mail/mailer.ts';
import { logTransport } from '../../../server/platform/mail/transport.ts';
import { readWaitingContent } from '../../../server/services/feedback/moderation/queue/waiting-counts.ts';
import { findWaitingProjects } from '../../../server/services/feedback/moderation/queue/waiting-projects.ts';
import { mailNotices } from '../../../server/services/platform-admin/notices/notices.ts';
import { StoredProjects } from '../../../server/services/platform-admin/project-directory.ts';
import { openDatabaseAt, silent } from '../databases/scratch-database.ts';

const [url = '', time = ''] = process.argv.slice(2);

const db = openDatabaseAt(url, { initModels, tenantTables: TENANT_TABLES });
const clock = { now: () => new Date(time) };
const mailer = new Mailer(db, {
  log: silent,
  clock,
  transport: logTransport(silent),
  templates: {},
  readers: { addressOf: () => null, isWanted: async () => true },
  count: () => {},
});
const deps = {
  db,
  clock,
  mailer,
  projects: new StoredProjects(db, { length: 6, ttlSeconds: 300, guard: 'off' }),
  defaultProjectId: 11,
  findWaiting: (ids: readonly number[], until: Date) => findWaitingProjects(db, ids, until),
  readWaiting: (projectId: number) => readWaitingContent(db, projectId),
};
await deps.projects.find(11);
process.stdout.write('begun\n');
await mailNotices(deps, async () => true);
await db.close();
