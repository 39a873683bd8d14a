// Raw SQL: one statement finds which rows hold the digests of a batch, whatever their table.
import type { CreationAttributes, Model, ModelStatic } from 'sequelize';
import type { Database } from '../../../platform/db/database.ts';
import { insertRows } from '../../../platform/db/records/insert-rows.ts';
import { isUniqueViolation } from '../../../platform/db/statements/errors.ts';
import { execute, selectRows } from '../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import { ApiError } from '../../../platform/errors.ts';

/** A record that holds the digest of its author and text; at most one record of a project holds it. */
type Digested = Model & { id: number; contentDigest: string | null };

type NewRow<M extends Digested> = CreationAttributes<M> & Pick<Digested, 'contentDigest'>;

interface Insertion<M extends Digested> {
  readonly model: ModelStatic<M>;
  /** No two of them have the same digest. */
  readonly rows: readonly NewRow<M>[];
  /** The time of the batch. */
  readonly now: Date;
}

interface Inserted<M> {
  readonly records: M[];
  /** By row: its record, or 409 `duplicate_content`. */
  readonly results: (M | ApiError)[];
}

const DAY_MS = 24 * 3_600_000;
/** Each try but the first follows a row that another transaction has committed meanwhile. */
const MAX_TRIES = 8;

/**
 * Inserts the rows without those whose author wrote the same in the last 24 hours. The unique key of the digest
 * decides, so that a batch without duplicates takes no further statement, and one of two at once wins.
 */
export async function insertOriginals<M extends Digested>(
  db: Database,
  projectId: number,
  { model, rows, now }: Insertion<M>,
): Promise<Inserted<M>> {
  let known = new Map<string, number>();
  for (let tries = 1; ; tries += 1) {
    const originals = rows.filter(({ contentDigest }) => contentDigest === null || !known.has(contentDigest));
    try {
      const records = await insertRows(db, model, originals);
      const byRow = new Map(originals.map((row, index) => [row, records[index]]));
      return { records, results: rows.map((row) => byRow.get(row) ?? duplicateContent(known.get(row.contentDigest ?? ''))) };
    } catch (error) {
      if (tries === MAX_TRIES || !isUniqueViolation(db, error)) throw error;
    }
    known = await findOriginals(db, projectId, { model, rows, now });
  }
}

/** The ids of the originals by their digests. Older, rejected and hidden records do not count, and give their digests away. */
async function findOriginals<M extends Digested>(
  db: Database,
  projectId: number,
  { model, rows, now }: Insertion<M>,
): Promise<Map<string, number>> {
  const table = String(model.getTableName());
  const isRefused = table === 'reviews' ? "status = 'rejected'" : "moderation IN ('hidden', 'removed')";
  const digests = rows.flatMap(({ contentDigest }) => contentDigest ?? []);
  const holders = await selectRows<{ id: number; digest: string; isOriginal: number }>(
    withTenant(db, projectId),
    `SELECT id, content_digest AS digest, CASE WHEN created_at <= :dayBefore OR ${isRefused} THEN 0 ELSE 1 END AS isOriginal
     FROM ${table} WHERE project_id = :projectId AND content_digest IN (:digests)`,
    { digests, dayBefore: new Date(now.getTime() - DAY_MS) },
  );
  const ids = holders.filter(({ isOriginal }) => Number(isOriginal) === 0).map(({ id }) => id);
  const release = `UPDATE ${table} SET content_digest = NULL WHERE project_id = :projectId AND id IN (:ids)`;
  if (ids.length > 0) await execute(withTenant(db, projectId), release, { ids });
  return new Map(holders.filter(({ id }) => !ids.includes(id)).map(({ id, digest }) => [digest, id]));
}

function duplicateContent(existingId: number | undefined): ApiError {
  return new ApiError(409, 'duplicate_content', 'You have written the same already.', existingId === undefined ? {} : { existingId });
}

/** Saves a changed record. When another record holds its new digest, that one keeps it. */
export async function saveDigested(db: Database, record: Digested): Promise<void> {
  try {
    await record.save();
  } catch (error) {
    if (!isUniqueViolation(db, error)) throw error;
    await record.set({ contentDigest: null }).save();
  }
}
