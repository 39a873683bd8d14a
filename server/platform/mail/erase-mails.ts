// Raw SQL: mails are found by two indexes and deleted in small parts.
import { randomUUID } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { execute, selectRows } from '../db/sql.ts';
import { ERASED_AT_ONCE, type ErasedPerson, type ErasureStep } from '../erasure.ts';

/** The templates of the mails that phone auth sends to a user, to a proved address or not. */
type PersonalTemplate = 'email_code' | 'email_changed' | 'phone_changed';

const PERSONAL: readonly PersonalTemplate[] = ['email_code', 'email_changed', 'phone_changed'];

/** A new key of a mail to one user: the erasure finds the mail by it, also after the user has changed the address. */
export function personalMailKey(template: PersonalTemplate, userId: string): string {
  return `${template}:${userId}:${randomUUID()}`;
}

/** Deletes the mails to an address, sent or not. */
export async function deleteMailsTo(db: Database, projectId: number, email: string): Promise<void> {
  await execute(db, 'DELETE FROM mail_outbox WHERE project_id = :projectId AND recipient = :email', { projectId, email });
}

/**
 * The step that deletes the mails to a user. An address that the user has not proved may belong to another person: only the mails that
 * name the user in their key are deleted then.
 */
export function mailErasure(db: Database): ErasureStep {
  return { name: 'outbox', erasePart: (person) => eraseMails(db, person) };
}

async function eraseMails(db: Database, person: ErasedPerson): Promise<string | null> {
  const { projectId, userId, email, isEmailProved } = person;
  const ids = await mailsWithKeysOf(db, projectId, userId);
  if (email !== null && isEmailProved) {
    const toAddress = `SELECT id FROM mail_outbox WHERE project_id = :projectId AND recipient = :email LIMIT ${ERASED_AT_ONCE}`;
    ids.push(...(await idsOf(db, toAddress, { projectId, email })));
  }
  if (ids.length === 0) return null;
  await execute(db, 'DELETE FROM mail_outbox WHERE project_id = :projectId AND id IN (:ids)', { projectId, ids });
  return '';
}

async function mailsWithKeysOf(db: Database, projectId: number, userId: string): Promise<number[]> {
  const ids = [];
  for (const template of PERSONAL) {
    // a range, which both engines look up in the index; ; follows : in ASCII
    const range = { first: `${template}:${userId}:`, end: `${template}:${userId};` };
    const sql = `SELECT id FROM mail_outbox WHERE project_id = :projectId AND mail_key >= :first AND mail_key < :end LIMIT ${ERASED_AT_ONCE}`;
    ids.push(...(await idsOf(db, sql, { projectId, ...range })));
  }
  return ids;
}

async function idsOf(db: Database, sql: string, values: Readonly<Record<string, string | number>>): Promise<number[]> {
  return (await selectRows<{ id: number }>(db, sql, values)).map(({ id }) => id);
}
