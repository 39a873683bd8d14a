import { type QueryInterface, QueryTypes } from 'sequelize';
import { addColumnOnce, addIndexOnce, asciiKey, textKey, timestamp } from './lib/steps.ts';

/** Rows of one statement, whose locks last until it ends. */
const CHUNK = 1_000;
const KEY_LENGTH = 64;
const INDEXES = {
  users_search: ['project_id', { name: 'search_key', length: KEY_LENGTH }],
  users_search_2: ['project_id', 'search_key2'],
  users_search_3: ['project_id', 'search_key3'],
  users_search_4: ['project_id', 'search_key4'],
  users_search_end: ['project_id', 'search_key_end'],
  users_phone_tail: ['project_id', 'phone_tail'],
  users_last_login: ['project_id', 'last_login_at', 'id'],
  users_status_last_login: ['project_id', 'status', 'last_login_at', 'id'],
  users_role_last_login: ['project_id', 'role', 'last_login_at', 'id'],
} as const;
const COLUMNS = ['search_key2', 'search_key3', 'search_key4', 'search_key_end', 'phone_tail', 'last_login_at'];

/**
 * Users are found by the beginnings of words of name and e-mail and by the last digits of the phone, and listed by their last sign-in. A
 * server of the release before writes rows without the columns, which the background fills.
 */
export async function up(queryInterface: QueryInterface): Promise<void> {
  await addColumnOnce(queryInterface, 'users', {
    search_key2: { type: textKey(queryInterface, KEY_LENGTH) },
    search_key3: { type: textKey(queryInterface, KEY_LENGTH) },
    search_key4: { type: textKey(queryInterface, KEY_LENGTH) },
    search_key_end: { type: textKey(queryInterface, KEY_LENGTH) },
    phone_tail: { type: asciiKey(queryInterface, 16) },
    last_login_at: { type: timestamp(queryInterface) },
  });
  await fill(queryInterface);
  for (const [name, fields] of Object.entries(INDEXES))
    await addIndexOnce(queryInterface, 'users', fieldsOf(queryInterface, fields), { name });
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  for (const name of Object.keys(INDEXES)) await queryInterface.removeIndex('users', name);
  // not `removeColumn`: on SQLite that copies the table, and the copy loses every index
  for (const column of COLUMNS) await queryInterface.sequelize.query(`ALTER TABLE users DROP COLUMN ${column}`);
}

type Fields = (typeof INDEXES)[keyof typeof INDEXES];

/** SQLite has no prefix of a column in an index. */
function fieldsOf({ sequelize }: QueryInterface, fields: Fields): (string | { name: string; length: number })[] {
  const isMySql = sequelize.getDialect() === 'mysql';
  return fields.map((field) => (typeof field === 'string' || isMySql ? field : field.name));
}

/** In the order of the ids, so that a run that was killed repeats nothing wrong. */
async function fill(queryInterface: QueryInterface): Promise<void> {
  const { sequelize } = queryInterface;
  const next = `SELECT id FROM users WHERE id > :last ORDER BY id LIMIT 1 OFFSET ${CHUNK - 1}`;
  for (let last = ''; ; ) {
    const [end] = await sequelize.query<{ id: string }>(next, { type: QueryTypes.SELECT, replacements: { last } });
    const range = end === undefined ? 'id > :last' : 'id > :last AND id <= :end';
    const replacements = { last, end: end?.id ?? '', line: '\n' };
    await sequelize.query(`UPDATE users SET ${valuesOf(queryInterface)} WHERE ${range}`, { replacements });
    if (end === undefined) return;
    last = end.id;
  }
}

/** The first four words and the last one; a word behind two blanks is left to the background. */
function valuesOf({ sequelize }: QueryInterface): string {
  const isMySql = sequelize.getDialect() === 'mysql';
  const words = "REPLACE(search_key, :line, ' ')";
  const behind = (text: string): string => `CASE WHEN INSTR(${text}, ' ') > 0 THEN SUBSTR(${text}, INSTR(${text}, ' ') + 1) ELSE '' END`;
  const [second, third, fourth] = [behind(words), behind(`(${behind(words)})`), behind(`(${behind(`(${behind(words)})`)})`)];
  const beforeLast = `RTRIM(${words}, REPLACE(${words}, ' ', ''))`;
  const last = isMySql ? `SUBSTRING_INDEX(${words}, ' ', -1)` : `SUBSTR(${words}, LENGTH(${beforeLast}) + 1)`;
  const digits = Array.from({ length: 15 }, (_, place) => `SUBSTR(SUBSTR(phone, 2), ${-1 - place}, 1)`).join(' || ');
  const keys = { search_key2: second, search_key3: third, search_key4: fourth, search_key_end: last };
  return [
    ...Object.entries(keys).map(([column, text]) => `${column} = SUBSTR(${text}, 1, ${KEY_LENGTH})`),
    `phone_tail = ${isMySql ? 'REVERSE(SUBSTR(phone, 2))' : digits}`,
    'last_login_at = (SELECT MAX(created_at) FROM sessions WHERE sessions.user_id = users.id)',
  ].join(', ');
}
