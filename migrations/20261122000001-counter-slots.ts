import { type QueryInterface, Transaction } from 'sequelize';

/**
 * A counter of a project becomes the sum of several rows, its slots, so that writers do not wait for each other. The present rows become
 * slot 0. A server of the release before goes on during the migration: it writes slot 0 and adds up all rows of a name.
 */
export async function up(queryInterface: QueryInterface): Promise<void> {
  if ('slot' in (await queryInterface.describeTable('feedback_counts'))) return;
  const { sequelize } = queryInterface;
  if (sequelize.getDialect() === 'sqlite') {
    await rebuild(queryInterface, ['project_id', 'name', 'slot'], 'total');
    return;
  }
  await sequelize.query(
    'ALTER TABLE feedback_counts ADD COLUMN slot INTEGER NOT NULL DEFAULT 0, DROP PRIMARY KEY, ADD PRIMARY KEY (project_id, name, slot)',
  );
}

/** Adds the slots up, so that no count is lost. */
export async function down(queryInterface: QueryInterface): Promise<void> {
  if (!('slot' in (await queryInterface.describeTable('feedback_counts')))) return;
  const { sequelize } = queryInterface;
  if (sequelize.getDialect() === 'sqlite') {
    await rebuild(queryInterface, ['project_id', 'name'], 'SUM(total)');
    return;
  }
  await sequelize.transaction(async (transaction) => {
    await sequelize.query(
      `INSERT INTO feedback_counts (project_id, name, slot, total)
       SELECT project_id, name, 0, others FROM (
         SELECT project_id, name, SUM(total) AS others FROM feedback_counts WHERE slot > 0 GROUP BY project_id, name
       ) sums ON DUPLICATE KEY UPDATE total = total + VALUES(total)`,
      { transaction },
    );
    await sequelize.query('DELETE FROM feedback_counts WHERE slot > 0', { transaction });
  });
  await sequelize.query('ALTER TABLE feedback_counts DROP PRIMARY KEY, ADD PRIMARY KEY (project_id, name), DROP COLUMN slot');
}

/** SQLite cannot change a primary key, so the table is rebuilt. */
function rebuild({ sequelize }: QueryInterface, key: readonly string[], total: string): Promise<void> {
  const slot = key.includes('slot') ? 'slot INTEGER NOT NULL DEFAULT 0, ' : '';
  const statements = [
    `CREATE TABLE feedback_counts_next (project_id INTEGER NOT NULL, name VARCHAR(64) NOT NULL, ${slot}total INTEGER NOT NULL,
      PRIMARY KEY (${key.join(', ')}))`,
    `INSERT INTO feedback_counts_next (project_id, name, total) SELECT project_id, name, ${total} FROM feedback_counts GROUP BY project_id, name`,
    'DROP TABLE feedback_counts',
    'ALTER TABLE feedback_counts_next RENAME TO feedback_counts',
  ];
  return sequelize.transaction({ type: Transaction.TYPES.IMMEDIATE }, async (transaction) => {
    for (const sql of statements) await sequelize.query(sql, { transaction });
  });
}
