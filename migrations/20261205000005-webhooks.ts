import { DataTypes, type QueryInterface } from 'sequelize';
import { addIndexOnce, asciiKey, binaryText, createTable, id, textKey, timestamp } from './lib/steps.ts';

/** Webhooks, what is to be delivered to them, and each attempt. A server of the release before adds no rows. */
export async function up(queryInterface: QueryInterface): Promise<void> {
  await createWebhooks(queryInterface);
  await createDeliveries(queryInterface);
  await createAttempts(queryInterface);
}

async function createWebhooks(queryInterface: QueryInterface): Promise<void> {
  const time = timestamp(queryInterface);
  const ascii = (length: number) => asciiKey(queryInterface, length);
  await createTable(queryInterface, 'webhooks', {
    id: id(),
    project_id: { type: DataTypes.INTEGER },
    url: { type: binaryText(queryInterface), allowNull: false },
    events: { type: binaryText(queryInterface), allowNull: false },
    description: { type: textKey(queryInterface, 200) },
    format: { type: ascii(16), allowNull: false },
    language: { type: ascii(8), allowNull: false },
    content: { type: DataTypes.BOOLEAN, allowNull: false },
    is_active: { type: DataTypes.BOOLEAN, allowNull: false },
    disabled_at: { type: time },
    disabled_reason: { type: ascii(32) },
    secret: { type: ascii(255), allowNull: false },
    old_secret: { type: ascii(255) },
    old_secret_until: { type: time },
    paused_until: { type: time },
    failing_since: { type: time },
    last_success_at: { type: time },
    last_failure_at: { type: time },
    revision: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
    created_at: { type: time, allowNull: false },
    updated_at: { type: time, allowNull: false },
  });
  await addIndexOnce(queryInterface, 'webhooks', ['project_id', 'id'], { name: 'webhooks_project' });
}

async function createDeliveries(queryInterface: QueryInterface): Promise<void> {
  const table = 'webhook_deliveries';
  const time = timestamp(queryInterface);
  const word = (length: number) => ({ type: asciiKey(queryInterface, length), allowNull: false });
  await createTable(queryInterface, table, {
    id: id('big'),
    webhook_id: { type: DataTypes.INTEGER, allowNull: false },
    event_id: word(40),
    source: word(8),
    source_id: { type: DataTypes.BIGINT, allowNull: false },
    type: word(64),
    state: word(16),
    queue: { type: DataTypes.INTEGER, allowNull: false },
    due_at: { type: time, allowNull: false },
    resume_at: { type: time },
    is_manual: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
    lease: { type: asciiKey(queryInterface, 36) },
    attempts: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
    last_status: { type: DataTypes.INTEGER },
    created_at: { type: time, allowNull: false },
    settled_at: { type: time },
  });
  await addIndexOnce(queryInterface, table, ['webhook_id', 'event_id'], { name: 'webhook_deliveries_event', unique: true });
  await addIndexOnce(queryInterface, table, ['webhook_id', 'queue', 'due_at'], { name: 'webhook_deliveries_queue' });
  await addIndexOnce(queryInterface, table, ['webhook_id', 'id'], { name: 'webhook_deliveries_list' });
  await addIndexOnce(queryInterface, table, ['webhook_id', 'state', 'id'], { name: 'webhook_deliveries_state' });
  await addIndexOnce(queryInterface, table, ['created_at'], { name: 'webhook_deliveries_created' });
}

async function createAttempts(queryInterface: QueryInterface): Promise<void> {
  const table = 'webhook_attempts';
  await createTable(queryInterface, table, {
    id: id('big'),
    delivery_id: { type: DataTypes.BIGINT, allowNull: false },
    is_manual: { type: DataTypes.BOOLEAN, allowNull: false },
    started_at: { type: timestamp(queryInterface), allowNull: false },
    status: { type: DataTypes.INTEGER },
    duration_ms: { type: DataTypes.INTEGER, allowNull: false },
    error: { type: textKey(queryInterface, 200) },
    answer: { type: binaryText(queryInterface) },
  });
  await addIndexOnce(queryInterface, table, ['delivery_id', 'id'], { name: 'webhook_attempts_delivery' });
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  for (const table of ['webhook_attempts', 'webhook_deliveries', 'webhooks']) await queryInterface.dropTable(table);
}
