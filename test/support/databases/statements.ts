import type { Database } from '../../../server/platform/db/database.ts';
import type { Replacements } from '../../../server/platform/db/statements/sql.ts';
import { interceptQueries } from './intercept-queries.ts';

const POLLS = [
  /^SELECT (MAX\(revision\) AS latest|slug, revision) FROM apps/,
  /^SELECT .* FROM (revocations|mail_outbox|mail_broadcasts) /s,
  /\b(work_leases|backfills)\b/,
  /^SELECT .* FROM webhooks /s,
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
  const statements: SentStatement[] = [];
  const record = (sql: string, send: () => Promise<unknown>, replacements: Replacements): Promise<unknown> => {
    statements.push({ sql, replacements });
    return send();
  };
  await interceptQueries(db, record, work);
  return statements.filter(({ sql }) => !POLLS.some((poll) => poll.test(sql)));
}
