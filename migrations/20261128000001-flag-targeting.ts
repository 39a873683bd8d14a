import { DataTypes, type QueryInterface } from 'sequelize';
import { addColumnOnce, addIndexOnce, asciiKey, createTable, id, longText, timestamp } from './lib/steps.ts';

/**
 * Flags get targeting and apps get segments. A server of the release before writes rows without the new columns, which is a flag without
 * targeting.
 */
export async function up(queryInterface: QueryInterface): Promise<void> {
  await addColumnOnce(queryInterface, 'feature_flags', {
    value_type: { type: asciiKey(queryInterface, 16), allowNull: false, defaultValue: 'boolean' },
    targeting: { type: longText(queryInterface) },
    kind: { type: asciiKey(queryInterface, 16), allowNull: false, defaultValue: 'release' },
  });
  await createTable(queryInterface, 'segments', {
    id: id(),
    app_id: { type: DataTypes.INTEGER, allowNull: false, references: { model: 'apps', key: 'id' }, onDelete: 'RESTRICT' },
    segment_key: { type: asciiKey(queryInterface, 100), allowNull: false },
    name: { type: DataTypes.STRING(200) },
    conditions: { type: longText(queryInterface), allowNull: false },
    created_at: { type: timestamp(queryInterface), allowNull: false },
    updated_at: { type: timestamp(queryInterface), allowNull: false },
  });
  await addIndexOnce(queryInterface, 'segments', ['app_id', 'segment_key'], { name: 'segments_app_key', unique: true });
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  await queryInterface.dropTable('segments');
  // not `removeColumn`: on SQLite that copies the table, and the copy loses every index
  for (const column of ['kind', 'targeting', 'value_type']) {
    await queryInterface.sequelize.query(`ALTER TABLE feature_flags DROP COLUMN ${column}`);
  }
}
