import type { QueryInterface } from 'sequelize';
import { addIndexOnce } from './lib/steps.ts';

const NAME = 'posts_author_moderation';

/** Lists show an author the own posts that wait for a moderator: this index finds them among all posts of the author. */
export async function up(queryInterface: QueryInterface): Promise<void> {
  await addIndexOnce(queryInterface, 'posts', ['project_id', 'user_id', 'moderation', 'id'], { name: NAME });
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  await queryInterface.removeIndex('posts', NAME);
}
