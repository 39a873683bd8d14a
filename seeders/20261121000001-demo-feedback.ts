import { type QueryInterface, QueryTypes } from 'sequelize';
import { DAY, seededRandom } from './lib/arrange.ts';
import { DEMO_PROJECT as PROJECT } from './lib/demo.ts';
import { seedFavorites } from './lib/feedback/favorites.ts';
import { seedPlans } from './lib/feedback/plans.ts';
import { seedPosts } from './lib/feedback/posts.ts';
import { seedReviews } from './lib/feedback/reviews.ts';
import { writeSums } from './lib/feedback/sums.ts';
import { seedThreads } from './lib/feedback/threads.ts';
import { Store } from './lib/store.ts';
import { requireTable, tablesWith } from './lib/tables.ts';
import { seedUsers } from './lib/users.ts';

/**
 * The demo: half a year of feedback on a delivery and marketplace app, in a separate project and one transaction. An existing demo is not
 * changed, even if it was used since.
 * @throws Error when project 99 is another project
 */
export async function up(queryInterface: QueryInterface): Promise<void> {
  if (await isThere(queryInterface)) {
    console.log(`Project ${PROJECT.id} "${PROJECT.name}" is there already: nothing was changed.`);
    return;
  }
  const counts = await queryInterface.sequelize.transaction(async (transaction) => {
    const store = new Store(queryInterface, { projectId: PROJECT.id, transaction });
    await seedAll(store, new Date());
    return countsOf(store);
  });
  console.log(`Project ${PROJECT.id} "${PROJECT.name}": ${counts}.`);
}

/**
 * Removes the project with all of its rows, including those that users added.
 * @throws Error when project 99 is another project
 */
export async function down(queryInterface: QueryInterface): Promise<void> {
  if (!(await isThere(queryInterface))) return;
  const tables = await tablesWith(queryInterface, 'project_id');
  await queryInterface.sequelize.transaction(async (transaction) => {
    const store = new Store(queryInterface, { projectId: PROJECT.id, transaction });
    for (const table of tables) await store.execute(`DELETE FROM ${table} WHERE project_id = :projectId`);
    await store.execute('DELETE FROM projects WHERE id = :projectId');
  });
}

async function isThere(queryInterface: QueryInterface): Promise<boolean> {
  await requireTable(queryInterface, 'reviews');
  const sql = 'SELECT name FROM projects WHERE id = :id';
  const [project] = await queryInterface.sequelize.query<{ name: string }>(sql, { type: QueryTypes.SELECT, replacements: PROJECT });
  if (project !== undefined && project.name !== PROJECT.name)
    throw new Error(`Project ${PROJECT.id} is taken by "${project.name}"; the demo would be project ${PROJECT.id} "${PROJECT.name}".`);
  return project !== undefined;
}

async function seedAll(store: Store, now: Date): Promise<void> {
  const end = new Date(Math.floor(now.getTime() / DAY) * DAY);
  const demo = { store, random: seededRandom(PROJECT.id), end };
  await seedProject(store, new Date(end.getTime() - 183 * DAY));
  const users = await seedUsers(demo);
  const reviews = await seedReviews(demo, users.people);
  const posts = await seedPosts(demo, users.people);
  const plans = await seedPlans({ ...demo, team: users.team, posts });
  await seedThreads({ ...demo, users, targets: new Map([...reviews, ...posts, ...plans]) });
  await seedFavorites(demo, users.people);
  await writeSums(store);
}

async function seedProject(store: Store, createdAt: Date): Promise<void> {
  await store.execute(
    'INSERT INTO projects (id, name, is_active, settings, created_at, updated_at) VALUES (:projectId, :name, :isActive, :settings, :at, :at)',
    { name: PROJECT.name, isActive: true, settings: '{}', at: createdAt },
  );
}

async function countsOf(store: Store): Promise<string> {
  const tables = { reviews: 'reviews', comments: 'comments', posts: 'posts', post_votes: 'votes', favorites: 'favorites', users: 'users' };
  const plans = { roadmap_items: 'roadmap items', changelog_entries: 'changelog entries' };
  const counts: string[] = [];
  for (const [table, name] of Object.entries({ ...tables, ...plans })) {
    const [row] = await store.select<{ total: number }>(`SELECT COUNT(*) AS total FROM ${table} WHERE project_id = :projectId`);
    counts.push(`${row?.total ?? 0} ${name}`);
  }
  return counts.join(', ');
}
