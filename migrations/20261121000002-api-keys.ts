import { DataTypes, type QueryInterface } from 'sequelize';
import { addIndexOnce, asciiKey, createTable, id, timestamp } from './lib/steps.ts';

export async function up(queryInterface: QueryInterface): Promise<void> {
  await createTable(queryInterface, 'api_keys', {
    id: id(),
    name: { type: DataTypes.STRING(100), allowNull: false },
    prefix: { type: asciiKey(queryInterface, 16), allowNull: false },
    digest: { type: asciiKey(queryInterface, 64), allowNull: false },
    scopes: { type: asciiKey(queryInterface, 32), allowNull: false },
    apps: { type: DataTypes.TEXT },
    expires_at: { type: timestamp(queryInterface) },
    last_used_at: { type: timestamp(queryInterface) },
    revoked_at: { type: timestamp(queryInterface) },
    created_at: { type: timestamp(queryInterface), allowNull: false },
  });
  await addIndexOnce(queryInterface, 'api_keys', ['prefix'], { name: 'api_keys_prefix', unique: true });
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  await queryInterface.dropTable('api_keys');
}
