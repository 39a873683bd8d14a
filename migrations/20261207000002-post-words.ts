import { DataTypes, type QueryInterface } from 'sequelize';
import { addIndexOnce, createTable, textKey } from './lib/steps.ts';

const TABLE = 'post_words';

/** The words of the titles of posts, by which similar posts are found. The background adds those of older posts. */
export async function up(queryInterface: QueryInterface): Promise<void> {
  await createTable(queryInterface, TABLE, {
    project_id: { type: DataTypes.INTEGER, allowNull: false, primaryKey: true },
    word: { type: textKey(queryInterface, 32), allowNull: false, primaryKey: true },
    post_id: { type: DataTypes.INTEGER, allowNull: false, primaryKey: true },
  });
  await addIndexOnce(queryInterface, TABLE, ['post_id'], { name: 'post_words_post' });
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  await queryInterface.dropTable(TABLE);
}
