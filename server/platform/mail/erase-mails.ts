// Raw SQL: mails are found by two indexes and deleted in small parts.
import { randomUUID } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { execute, selectRows } from '../db/statements/sql.ts';
import { type Tenants, withTenant } from '../db/tenancy/with-tenant.ts';
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
  await execute(withTenant(db, projectId), 'DELETE FROM mail_outbox WHERE project_id = :projectId AND recipient = :email', { email });
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
  let isFound = false;
  for (const template of PERSONAL) isFound = (await deleteMailsAbout(db, projectId, `${template}:${userId}`)) || isFound;
  if (email !== null && isEmailProved) isFound = (await deletePart(withTenant(db, projectId), 'recipient = :email', { email })) || isFound;
  return isFound ? '' : null;
}

/** Deletes a part of the mails whose key begins with `subject:`, sent or not. Resolves to whether there were any. */
export function deleteMailsAbout(db: Database, projectId: number, subject: string): Promise<boolean> {
  return deletePart(withTenant(db, projectId), IS_ABOUT, { ...keysAbout(subject) });
}

/** The condition that the key of a mail or a broadcast begins with a subject and a colon, for the values of `keysAbout`. */
export const IS_ABOUT = 'mail_key >= :first AND mail_key < :end';

/** A range, which both engines look up in the index; ; follows : in ASCII. */
export function keysAbout(subject: string): { first: string; end: string } {
  return { first: `${subject}:`, end: `${subject};` };
}

async function deletePart(tenant: Tenants, condition: string, values: Readonly<Record<string, string | number>>): Promise<boolean> {
  const find = `SELECT id FROM mail_outbox WHERE project_id = :projectId AND ${condition} LIMIT ${ERASED_AT_ONCE}`;
  const ids = (await selectRows<{ id: number }>(tenant, find, values)).map(({ id }) => id);
  if (ids.length > 0) await execute(tenant, 'DELETE FROM mail_outbox WHERE project_id = :projectId AND id IN (:ids)', { ids });
  return ids.length > 0;
}
