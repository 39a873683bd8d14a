import type { Model } from 'sequelize';

export type Changes = Readonly<Record<'before' | 'after', Readonly<Record<string, unknown>>>>;

/** The fields of a row that are set but not saved yet, before and after. `hidden` fields show only that they change. */
export function changesOf(row: Model, hidden: readonly string[] = []): Changes {
  const changed = row.changed();
  const fields = changed === false ? [] : changed;
  const shown = (field: string, value: unknown): unknown => (hidden.includes(field) ? 'hidden' : value);
  return {
    before: Object.fromEntries(fields.map((field) => [field, shown(field, row.previous(field))])),
    after: Object.fromEntries(fields.map((field) => [field, shown(field, row.get(field))])),
  };
}
