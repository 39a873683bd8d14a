// Raw SQL: broadcasts are found by a range of their keys, and audit rows by their action, in small parts.
import type { Database } from '../../../platform/db/database.ts';
import { execute, selectRows } from '../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import type { ErasedPerson } from '../../../platform/erasure.ts';
import { IS_ABOUT, keysAbout } from '../../../platform/mail/erase-mails.ts';

/** Copies of deleted texts in other tables: titles in mails and in the audit log, and notes of reports, which may quote the text. */

interface DeletedText {
  readonly projectId: number;
  readonly table: 'reviews' | 'comments' | 'posts';
  readonly id: number;
}

const ENTITY = { reviews: 'review', comments: 'comment', posts: 'post' } as const;

/** Erases the copies that are few, in the transaction that deletes the text. No broadcast queues mails about it afterwards. */
export async function eraseCopies(db: Database, { projectId, table, id }: DeletedText): Promise<void> {
  const notes = `UPDATE content_reports SET note = NULL
    WHERE project_id = :projectId AND entity_type = :entityType AND entity_id = :id AND note IS NOT NULL`;
  await execute(withTenant(db, projectId), notes, { id, entityType: ENTITY[table] });
  if (table !== 'posts') return;
  const broadcasts = `DELETE FROM mail_broadcasts WHERE project_id = :projectId AND ${IS_ABOUT}`;
  await execute(withTenant(db, projectId), broadcasts, { ...keysAbout(`post:${id}`) });
}

/** Audit rows that one statement looks at. */
const AUDIT_ROWS = 1_000;

/**
 * Takes the titles of posts of the person from the audit rows of staff who deleted them. Resolves to the id of the last row seen; null at
 * the end.
 */
export async function eraseAuditTitles(db: Database, { projectId, userId }: ErasedPerson, position: string): Promise<string | null> {
  const rows = await selectRows<{ id: number; details: string }>(
    withTenant(db, projectId),
    `SELECT id, details FROM audit_log${db.isMySql ? ' FORCE INDEX (audit_log_action)' : ''}
     WHERE project_id = :projectId AND action = 'post.deleted' AND id > :after ORDER BY id LIMIT ${AUDIT_ROWS}`,
    { after: Number(position) },
  );
  for (const { id, details } of rows) {
    if (!details.includes(userId)) continue;
    const erased = JSON.stringify(JSON.parse(details, (key, value) => (key === 'title' ? null : value)));
    await execute(withTenant(db, projectId), 'UPDATE audit_log SET details = :erased WHERE project_id = :projectId AND id = :id', {
      id,
      erased,
    });
  }
  return rows.length < AUDIT_ROWS ? null : String(rows.at(-1)?.id);
}
