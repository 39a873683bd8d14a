/** A value that can be put in place of `:name`; a list becomes `1, 2, 3`, a list of lists `(1, 2), (3, 4)`. */
export type SqlValue = string | number | boolean | Date | Buffer | null;
export type Replacements = Readonly<Record<string, SqlValue | readonly SqlValue[] | readonly (readonly SqlValue[])[]>>;

/** The values as Sequelize has to put them into a statement for MySQL, or else for SQLite. */
export function replacementsFor(isMySql: boolean, replacements: Replacements): Record<string, unknown> {
  return Object.fromEntries(Object.entries(replacements).map(([name, value]) => [name, withDates(isMySql, value)]));
}

/** Sequelize drops the milliseconds of a date in raw SQL for MySQL; SQLite compares the text that models write. */
function withDates(isMySql: boolean, value: Replacements[string]): unknown {
  if (value instanceof Date) return sqlDate(isMySql, value);
  return Array.isArray(value) ? value.map((part) => withDates(isMySql, part)) : value;
}

function sqlDate(isMySql: boolean, date: Date): string {
  const text = date.toISOString().replace('T', ' ').slice(0, -1);
  return isMySql ? text : `${text} +00:00`;
}
