import { DataTypes, type QueryInterface } from 'sequelize';
import { addIndexOnce, asciiKey, createTable, id, timestamp } from './lib/steps.ts';

export async function up(queryInterface: QueryInterface): Promise<void> {
  const project = { type: DataTypes.INTEGER, allowNull: false, references: { model: 'projects', key: 'id' }, onDelete: 'RESTRICT' };
  const at = { type: timestamp(queryInterface), allowNull: false };

  await createTable(queryInterface, 'projects', {
    id: { type: DataTypes.INTEGER, allowNull: false, primaryKey: true },
    name: { type: DataTypes.STRING(100), allowNull: false },
    is_active: { type: DataTypes.BOOLEAN, allowNull: false },
    settings: { type: DataTypes.TEXT, allowNull: false },
    created_at: at,
    updated_at: at,
  });

  await createTable(queryInterface, 'operators', {
    id: id(),
    project_id: project,
    username: { type: asciiKey(queryInterface, 64), allowNull: false },
    username_key: { type: asciiKey(queryInterface, 64), allowNull: false },
    email: { type: DataTypes.STRING(254) },
    password_hash: { type: asciiKey(queryInterface, 255), allowNull: false },
    role: { type: asciiKey(queryInterface, 16), allowNull: false },
    is_active: { type: DataTypes.BOOLEAN, allowNull: false },
    access_changed_at: at,
    created_at: at,
    updated_at: at,
  });
  await addIndexOnce(queryInterface, 'operators', ['username_key'], { name: 'operators_username', unique: true });
  await addIndexOnce(queryInterface, 'operators', ['project_id', 'id'], { name: 'operators_project' });

  await createTable(queryInterface, 'test_phones', {
    id: id(),
    project_id: project,
    phone: { type: asciiKey(queryInterface, 16), allowNull: false },
    code: { type: asciiKey(queryInterface, 10), allowNull: false },
    expires_at: { type: timestamp(queryInterface) },
    created_at: at,
  });
  await addIndexOnce(queryInterface, 'test_phones', ['project_id', 'phone'], { name: 'test_phones_project_phone', unique: true });
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  for (const table of ['test_phones', 'operators', 'projects']) await queryInterface.dropTable(table);
}
