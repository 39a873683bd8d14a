import { DataTypes, type QueryInterface } from 'sequelize';
import { addIndexOnce, asciiKey, createTable, id, longText, textKey, timestamp } from './lib/steps.ts';

/** Tables for every service: mails to send, stored replies of idempotency keys, and longer audit details. */
export async function up(queryInterface: QueryInterface): Promise<void> {
  const at = { type: timestamp(queryInterface), allowNull: false };
  const maybeAt = { type: timestamp(queryInterface) };
  const number = { type: DataTypes.INTEGER, allowNull: false };
  const project = { type: DataTypes.INTEGER, allowNull: false };
  const word = { type: asciiKey(queryInterface, 32), allowNull: false };

  await createTable(queryInterface, 'mail_outbox', {
    id: id('big'),
    project_id: project,
    mail_key: { type: textKey(queryInterface, 190), allowNull: false },
    recipient: { type: textKey(queryInterface, 254), allowNull: false },
    recipient_name: { type: DataTypes.STRING(100) },
    language: { type: asciiKey(queryInterface, 8), allowNull: false },
    template: word,
    data: { type: longText(queryInterface), allowNull: false },
    state: word,
    priority: number,
    attempts: number,
    due_at: at,
    lease: { type: asciiKey(queryInterface, 36) },
    last_error: { type: DataTypes.STRING(100) },
    created_at: at,
    settled_at: maybeAt,
  });
  await addIndexOnce(queryInterface, 'mail_outbox', ['mail_key', 'recipient'], { name: 'mail_outbox_key', unique: true });
  await addIndexOnce(queryInterface, 'mail_outbox', ['state', 'priority', 'due_at', 'id'], { name: 'mail_outbox_due' });

  await createTable(queryInterface, 'mail_broadcasts', {
    id: id('big'),
    project_id: project,
    mail_key: { type: textKey(queryInterface, 190), allowNull: false },
    post_id: number,
    data: { type: longText(queryInterface), allowNull: false },
    last_voter: { type: asciiKey(queryInterface, 48), allowNull: false },
    attempts: number,
    due_at: at,
    created_at: at,
    done_at: maybeAt,
  });
  await addIndexOnce(queryInterface, 'mail_broadcasts', ['mail_key'], { name: 'mail_broadcasts_key', unique: true });
  await addIndexOnce(queryInterface, 'mail_broadcasts', ['done_at', 'due_at', 'id'], { name: 'mail_broadcasts_open' });

  await createTable(queryInterface, 'idempotency_keys', {
    scope_digest: { type: asciiKey(queryInterface, 64), allowNull: false, primaryKey: true },
    body_digest: { type: asciiKey(queryInterface, 64), allowNull: false },
    holder: { type: asciiKey(queryInterface, 36), allowNull: false },
    state: word,
    status: { type: DataTypes.INTEGER },
    answer: { type: longText(queryInterface) },
    created_at: at,
  });
  await addIndexOnce(queryInterface, 'idempotency_keys', ['created_at'], { name: 'idempotency_keys_created' });
  // it holds whole texts of roadmap and changelog, before and after
  await setDetailsType(queryInterface, 'MEDIUMTEXT');
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  await setDetailsType(queryInterface, 'TEXT');
  for (const table of ['idempotency_keys', 'mail_broadcasts', 'mail_outbox']) await queryInterface.dropTable(table);
}

/**
 * SQLite has no lengths of texts. MySQL refuses to migrate down while a row is longer than TEXT, so nothing is lost.
 */
async function setDetailsType(queryInterface: QueryInterface, type: 'TEXT' | 'MEDIUMTEXT'): Promise<void> {
  if (queryInterface.sequelize.getDialect() !== 'mysql') return;
  await queryInterface.sequelize.query(`ALTER TABLE audit_log MODIFY details ${type} NOT NULL`);
}
