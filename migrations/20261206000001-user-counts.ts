import { DataTypes, type QueryInterface, QueryTypes, Transaction } from 'sequelize';
import { asciiKey, createTable } from './lib/steps.ts';

/** Rows of one statement. */
const CHUNK = 500;
const KEY = ['project_id', 'day', 'role', 'status'];

/**
 * Counts the users of a project by day of registration, role and status, and in rows without a day those of all days. A server of the
 * release before ignores it; the background counts what that server has written meanwhile.
 */
export async function up(queryInterface: QueryInterface): Promise<void> {
  const text = (length: number) => ({ type: asciiKey(queryInterface, length), allowNull: false, primaryKey: true });
  const number = { type: DataTypes.INTEGER, allowNull: false };
  await createTable(queryInterface, 'user_counts', {
    project_id: { ...number, primaryKey: true },
    day: text(10),
    role: text(16),
    status: text(16),
    slot: { ...number, primaryKey: true },
    users: { ...number, defaultValue: 0 },
  });
  await fill(queryInterface);
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  await queryInterface.dropTable('user_counts');
}

type Counted = Readonly<Record<string, string | number>>;

/** Reads first and then writes, because MySQL locks the rows that an INSERT … SELECT reads. A run that was killed begins again. */
async function fill({ sequelize }: QueryInterface): Promise<void> {
  const columns = [...KEY, 'slot', 'users'];
  await sequelize.transaction({ type: Transaction.TYPES.IMMEDIATE }, async (transaction) => {
    const byDay = await sequelize.query<Counted>(
      `SELECT project_id, SUBSTR(created_at, 1, 10) AS day, role, status, 0 AS slot, COUNT(*) AS users FROM users
       GROUP BY project_id, SUBSTR(created_at, 1, 10), role, status`,
      { type: QueryTypes.SELECT, transaction },
    );
    const rows = [...byDay, ...ofAllDays(byDay)].map((row) => columns.map((column) => row[column]));
    await sequelize.query('DELETE FROM user_counts', { transaction });
    for (let start = 0; start < rows.length; start += CHUNK)
      await sequelize.query(`INSERT INTO user_counts (${columns.join(', ')}) VALUES :rows`, {
        replacements: { rows: rows.slice(start, start + CHUNK) },
        transaction,
      });
  });
}

function ofAllDays(byDay: readonly Counted[]): Counted[] {
  const sums = new Map<string, Counted>();
  for (const row of byDay) {
    const key = `${row['project_id']} ${row['role']} ${row['status']}`;
    sums.set(key, { ...row, day: '', users: Number(row['users']) + Number(sums.get(key)?.['users'] ?? 0) });
  }
  return [...sums.values()];
}
