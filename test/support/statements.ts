import type { Database } from '../../server/platform/db/database.ts';

const POLLS = [
  /^SELECT (MAX\(revision\) AS latest|slug, revision) FROM apps/,
  /^SELECT .* FROM (revocations|mail_outbox|mail_broadcasts|work_leases) /s,
];

/** The statements that `work` sends to the database, without those of the pollers in the background. */
export async function statementsOf(db: Database, work: () => Promise<unknown>): Promise<string[]> {
  const target = db.sequelize;
  const original = target.query;
  const statements: string[] = [];
  const recording = (...args: Parameters<typeof original>): unknown => {
    const [sql] = args;
    statements.push(typeof sql === 'string' ? sql : sql.query);
    return original.apply(target, args);
  };
  Object.assign(target, { query: recording });
  try {
    await work();
  } finally {
    Object.assign(target, { query: original });
  }
  return statements.filter((sql) => !POLLS.some((poll) => poll.test(sql)));
}
