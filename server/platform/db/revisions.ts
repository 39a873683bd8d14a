import type { Model, ModelStatic } from 'sequelize';

/**
 * Raises `revision` in each UPDATE that an instance sends, unless its writer has set it. The row must be locked. An UPDATE without an
 * instance raises the revision by itself.
 */
export function countWrites(model: ModelStatic<Model>): void {
  model.addHook('beforeUpdate', (row) => {
    const changed: readonly string[] = row.changed() || [];
    if (changed.length > 0 && !changed.includes('revision')) row.set('revision', Number(row.get('revision')) + 1);
  });
}
