import type { Database } from '../../../server/platform/db/database.ts';
import type { Replacements } from '../../../server/platform/db/statements/sql.ts';

const POLLS = [
  /^SELECT (MAX\(revision\) AS latest|slug, revision) FROM apps/,
  /^SELECT .* FROM (revocations|mail_outbox|mail_broadcasts) /s,
  /\b(work_leases|backfills)\b/,
  /^(SELECT id, .* AS source FROM|UPDATE) (users|posts|reviews|comments) .*:(last|source)\b/,
  // the crash guard and the erasure of accounts
  /^SELECT .*`guard_acted_at` IS NULL/s,
  /^SELECT .* FROM `?account_deletions`? .*due_at/s,
];

export interface SentStatement {
  readonly sql: string;
  /** The values of the `:name`s in the statement. */
  readonly replacements: Replacements;
}

/** The statements that `work` sends to the database, without those of the pollers in the background. */
export async function statementsOf(db: Database, work: () => Promise<unknown>): Promise<string[]> {
  return (await sentStatementsOf(db, work)).map(({ sql }) => sql);
}

/** Like `statementsOf`, with the values of each statement. */
export async function sentStatementsOf(db: Database, work: () => Promise<unknown>): Promise<SentStatement[]> {
  const target = db.sequelize;
  const original = target.query;
  const statements: SentStatement[] = [];
  const recording = (...args: Parameters<typeof original>): unknown => {
    const [sql, options] = args;
    const replacements = (options as { replacements?: Replacements } | undefined)?.replacements ?? {};
    statements.push({ sql: typeof sql === 'string' ? sql : sql.query, replacements });
    return original.apply(target, args);
  };
  Object.assign(target, { query: recording });
  try {
    await work();
  } finally {
    Object.assign(target, { query: original });
  }
  return statements.filter(({ sql }) => !POLLS.some((poll) => poll.test(sql)));
}
