import { DataTypes, type QueryInterface } from 'sequelize';
import { addIndexOnce, asciiKey, binaryText, createTable, id, textKey, timestamp } from './lib/steps.ts';

/** Phone auth: users, sessions, codes, locks and revocations; and the audit log, which every service writes to. */
export async function up(queryInterface: QueryInterface): Promise<void> {
  await createAccounts(queryInterface);
  await createCodes(queryInterface);
  await createFeeds(queryInterface);
}

async function createAccounts(queryInterface: QueryInterface): Promise<void> {
  const at = { type: timestamp(queryInterface), allowNull: false };
  const project = { type: DataTypes.INTEGER, allowNull: false };
  const uuid = asciiKey(queryInterface, 36);
  const word = { type: asciiKey(queryInterface, 16), allowNull: false };

  await createTable(queryInterface, 'users', {
    id: { type: uuid, allowNull: false, primaryKey: true },
    project_id: project,
    phone: word,
    phone_key: { type: asciiKey(queryInterface, 16) },
    email: { type: DataTypes.STRING(254) },
    email_key: { type: textKey(queryInterface, 254) },
    role: word,
    status: word,
    first_name: { type: DataTypes.STRING(100) },
    last_name: { type: DataTypes.STRING(100) },
    search_key: { type: binaryText(queryInterface), allowNull: false },
    avatar: { type: DataTypes.STRING(2048) },
    language: { type: asciiKey(queryInterface, 8), allowNull: false },
    notifications: { type: DataTypes.BOOLEAN, allowNull: false },
    phone_verified: { type: DataTypes.BOOLEAN, allowNull: false },
    password_hash: { type: asciiKey(queryInterface, 255) },
    created_at: at,
    updated_at: at,
  });
  await addIndexOnce(queryInterface, 'users', ['project_id', 'phone_key'], { name: 'users_phone', unique: true });
  await addIndexOnce(queryInterface, 'users', ['project_id', 'email_key'], { name: 'users_email', unique: true });
  await addIndexOnce(queryInterface, 'users', ['project_id', 'created_at', 'id'], { name: 'users_created' });
  await addIndexOnce(queryInterface, 'users', ['project_id', 'status', 'created_at', 'id'], { name: 'users_status' });
  await addIndexOnce(queryInterface, 'users', ['project_id', 'role', 'created_at', 'id'], { name: 'users_role' });

  await createTable(queryInterface, 'sessions', {
    id: { type: uuid, allowNull: false, primaryKey: true },
    project_id: project,
    user_id: { type: uuid },
    operator_id: { type: DataTypes.INTEGER },
    method: word,
    generation: { type: DataTypes.INTEGER, allowNull: false },
    rotated_at: at,
    expires_at: at,
    revoked_at: { type: timestamp(queryInterface) },
    created_at: at,
  });
  await addIndexOnce(queryInterface, 'sessions', ['user_id', 'revoked_at'], { name: 'sessions_user' });
  await addIndexOnce(queryInterface, 'sessions', ['operator_id', 'revoked_at'], { name: 'sessions_operator' });
  await addIndexOnce(queryInterface, 'sessions', ['expires_at'], { name: 'sessions_expires' });
}

async function createCodes(queryInterface: QueryInterface): Promise<void> {
  const at = { type: timestamp(queryInterface), allowNull: false };
  const number = { type: DataTypes.INTEGER, allowNull: false };
  const keyPart = (length: number) => ({ type: asciiKey(queryInterface, length), allowNull: false, primaryKey: true });
  const project = { type: DataTypes.INTEGER, allowNull: false, primaryKey: true };

  await createTable(queryInterface, 'otp_codes', {
    project_id: project,
    phone: keyPart(16),
    purpose: keyPart(16),
    digest: { type: asciiKey(queryInterface, 64), allowNull: false },
    wrong_tries: number,
    used_by: { type: asciiKey(queryInterface, 36) },
    expires_at: at,
    created_at: at,
  });
  await addIndexOnce(queryInterface, 'otp_codes', ['phone', 'purpose', 'expires_at'], { name: 'otp_codes_phone' });
  await addIndexOnce(queryInterface, 'otp_codes', ['expires_at'], { name: 'otp_codes_expires' });

  await createTable(queryInterface, 'otp_sends', { project_id: project, phone: keyPart(16), sends: number, last_sent_at: at });
  await addIndexOnce(queryInterface, 'otp_sends', ['last_sent_at'], { name: 'otp_sends_last' });

  await createTable(queryInterface, 'attempt_locks', {
    project_id: project,
    kind: keyPart(16),
    subject: keyPart(64),
    failures: number,
    permits: { type: asciiKey(queryInterface, 2_560), allowNull: false },
    locked_until: { type: timestamp(queryInterface) },
    changed_at: at,
  });
  await addIndexOnce(queryInterface, 'attempt_locks', ['changed_at'], { name: 'attempt_locks_changed' });
}

async function createFeeds(queryInterface: QueryInterface): Promise<void> {
  const at = { type: timestamp(queryInterface), allowNull: false };

  await createTable(queryInterface, 'revocations', {
    id: id('big'),
    kind: { type: asciiKey(queryInterface, 16), allowNull: false },
    subject: { type: asciiKey(queryInterface, 36), allowNull: false },
    revoked_at: at,
  });
  await addIndexOnce(queryInterface, 'revocations', ['revoked_at'], { name: 'revocations_at' });

  await createTable(queryInterface, 'audit_log', {
    id: id('big'),
    project_id: { type: DataTypes.INTEGER },
    action: { type: asciiKey(queryInterface, 64), allowNull: false },
    actor: { type: asciiKey(queryInterface, 64), allowNull: false },
    subject: { type: textKey(queryInterface, 190), allowNull: false },
    details: { type: DataTypes.TEXT, allowNull: false },
    request_id: { type: asciiKey(queryInterface, 128) },
    created_at: at,
  });
  await addIndexOnce(queryInterface, 'audit_log', ['project_id', 'created_at', 'id'], { name: 'audit_log_project' });
  await addIndexOnce(queryInterface, 'audit_log', ['project_id', 'subject', 'id'], { name: 'audit_log_subject' });
}

const TABLES = ['audit_log', 'revocations', 'attempt_locks', 'otp_sends', 'otp_codes', 'sessions', 'users'];

export async function down(queryInterface: QueryInterface): Promise<void> {
  for (const table of TABLES) await queryInterface.dropTable(table);
}
