import { DataTypes, type QueryInterface } from 'sequelize';
import { addIndexOnce, asciiKey, createTable, id, longText, textKey, timestamp } from './lib/steps.ts';

// Lists sort by id, newest first. Secondary indexes of InnoDB end with the id anyway; it is listed for SQLite.

/** Feedback: reviews, comments, favorites, posts with votes, roadmap, changelog, and their stored sums. */
export async function up(queryInterface: QueryInterface): Promise<void> {
  await createReviews(queryInterface);
  await createComments(queryInterface);
  await createFavorites(queryInterface);
  await createPosts(queryInterface);
  await createPlans(queryInterface);
  await createSums(queryInterface);
}

const project = { type: DataTypes.INTEGER, allowNull: false } as const;
const number = { type: DataTypes.INTEGER, allowNull: false } as const;
const yesNo = { type: DataTypes.BOOLEAN, allowNull: false } as const;

async function createReviews(queryInterface: QueryInterface): Promise<void> {
  const at = { type: timestamp(queryInterface), allowNull: false };
  const word = { type: asciiKey(queryInterface, 16), allowNull: false };
  const text = { type: longText(queryInterface) };

  await createTable(queryInterface, 'reviews', {
    id: id(),
    project_id: project,
    item_type: word,
    item_id: number,
    user_id: { type: textKey(queryInterface, 264), allowNull: false },
    rating: number,
    title: { type: DataTypes.STRING(200) },
    comment: text,
    images: text,
    status: word,
    is_settled: yesNo,
    status_reason: { type: DataTypes.STRING(500) },
    source: word,
    guest_email: { type: DataTypes.STRING(254) },
    guest_name: { type: DataTypes.STRING(100) },
    search_key: { type: longText(queryInterface), allowNull: false },
    edited_at: { type: timestamp(queryInterface) },
    created_at: at,
    updated_at: at,
  });
  const item = ['project_id', 'item_type', 'item_id', 'status'];
  await addIndexOnce(queryInterface, 'reviews', [...item, 'id'], { name: 'reviews_item' });
  await addIndexOnce(queryInterface, 'reviews', [...item, 'rating', 'id'], { name: 'reviews_item_rating' });
  await addIndexOnce(queryInterface, 'reviews', ['project_id', 'item_type', 'status', 'id'], { name: 'reviews_type' });
  await addIndexOnce(queryInterface, 'reviews', ['project_id', 'item_type', 'status', 'rating', 'id'], { name: 'reviews_type_rating' });
  await addIndexOnce(queryInterface, 'reviews', ['project_id', 'status', 'id'], { name: 'reviews_status' });
  await addIndexOnce(queryInterface, 'reviews', ['project_id', 'status', 'rating', 'id'], { name: 'reviews_rating' });
  await addIndexOnce(queryInterface, 'reviews', ['project_id', 'is_settled', 'id'], { name: 'reviews_queue' });
  await addIndexOnce(queryInterface, 'reviews', ['project_id', 'item_type', 'is_settled', 'id'], { name: 'reviews_type_queue' });
  const itemOfAnyType = ['project_id', 'item_id', 'status'];
  await addIndexOnce(queryInterface, 'reviews', [...itemOfAnyType, 'id'], { name: 'reviews_any_item' });
  await addIndexOnce(queryInterface, 'reviews', [...itemOfAnyType, 'rating', 'id'], { name: 'reviews_any_item_rating' });
  await addIndexOnce(queryInterface, 'reviews', ['project_id', 'user_id', 'id'], { name: 'reviews_author' });
  // the columns after the id allow to filter and sort within the index
  const ofAuthor = ['project_id', 'user_id', 'status', 'id', 'rating', 'item_type', 'item_id'];
  await addIndexOnce(queryInterface, 'reviews', ofAuthor, { name: 'reviews_author_status' });
}

async function createComments(queryInterface: QueryInterface): Promise<void> {
  const at = { type: timestamp(queryInterface), allowNull: false };

  await createTable(queryInterface, 'comments', {
    id: id(),
    project_id: project,
    entity_type: { type: asciiKey(queryInterface, 16), allowNull: false },
    entity_id: number,
    parent_id: { type: DataTypes.INTEGER },
    root_id: { type: DataTypes.INTEGER },
    level: number,
    content: { type: longText(queryInterface) },
    user_id: { type: asciiKey(queryInterface, 48) },
    is_deleted: yesNo,
    replies_count: number,
    children: number,
    edited_at: { type: timestamp(queryInterface) },
    created_at: at,
    updated_at: at,
  });
  const entity = ['project_id', 'entity_type', 'entity_id'];
  await addIndexOnce(queryInterface, 'comments', [...entity, 'id'], { name: 'comments_entity' });
  await addIndexOnce(queryInterface, 'comments', [...entity, 'parent_id', 'id'], { name: 'comments_level' });
  await addIndexOnce(queryInterface, 'comments', ['project_id', 'root_id', 'id'], { name: 'comments_root' });
  await addIndexOnce(queryInterface, 'comments', ['project_id', 'parent_id', 'id'], { name: 'comments_parent' });
}

async function createFavorites(queryInterface: QueryInterface): Promise<void> {
  const at = { type: timestamp(queryInterface), allowNull: false };

  await createTable(queryInterface, 'favorites', {
    id: id(),
    project_id: project,
    user_id: { type: asciiKey(queryInterface, 48), allowNull: false },
    item_type: { type: asciiKey(queryInterface, 16), allowNull: false },
    item_id: number,
    created_at: at,
  });
  const columns = ['project_id', 'user_id', 'item_type', 'item_id'];
  await addIndexOnce(queryInterface, 'favorites', columns, { name: 'favorites_item', unique: true });
  await addIndexOnce(queryInterface, 'favorites', ['project_id', 'user_id', 'id'], { name: 'favorites_user' });
  await addIndexOnce(queryInterface, 'favorites', ['project_id', 'user_id', 'item_type', 'id'], { name: 'favorites_user_type' });
}

async function createPosts(queryInterface: QueryInterface): Promise<void> {
  const at = { type: timestamp(queryInterface), allowNull: false };
  const word = { type: asciiKey(queryInterface, 16), allowNull: false };
  const author = { type: asciiKey(queryInterface, 48), allowNull: false };

  await createTable(queryInterface, 'posts', {
    id: id(),
    project_id: project,
    title: { type: DataTypes.STRING(200), allowNull: false },
    description: { type: longText(queryInterface), allowNull: false },
    category: word,
    status: word,
    user_id: author,
    votes_count: number,
    comments_count: number,
    trending: { type: DataTypes.DOUBLE, allowNull: false },
    search_key: { type: longText(queryInterface), allowNull: false },
    edited_at: { type: timestamp(queryInterface) },
    created_at: at,
    updated_at: at,
  });
  const index = (name: string, columns: string[], filters: string[] = []) =>
    addIndexOnce(queryInterface, 'posts', ['project_id', ...columns, 'id', ...filters], { name: `posts_${name}` });
  await index('project', []);
  await index('votes', ['votes_count']);
  // the columns after the id allow to filter within the index, so that no further index must change with every vote
  await index('comments', ['comments_count'], ['status', 'category']);
  await index('trending', ['trending'], ['status', 'category']);
  await index('status', ['status'], ['category']);
  await index('status_votes', ['status', 'votes_count'], ['category']);
  await index('category', ['category']);
  await index('category_votes', ['category', 'votes_count']);
  await index('author', ['user_id']);
  await index('author_status', ['user_id', 'status'], ['category']);
  await index('author_category', ['user_id', 'category']);

  await createTable(queryInterface, 'post_votes', {
    post_id: { type: DataTypes.INTEGER, allowNull: false, primaryKey: true },
    user_id: { ...author, primaryKey: true },
    project_id: project,
    created_at: at,
  });
}

async function createPlans(queryInterface: QueryInterface): Promise<void> {
  const at = { type: timestamp(queryInterface), allowNull: false };
  const word = { type: asciiKey(queryInterface, 16), allowNull: false };
  const author = { type: asciiKey(queryInterface, 48), allowNull: false };
  const text = { type: longText(queryInterface) };

  await createTable(queryInterface, 'roadmap_items', {
    id: id(),
    project_id: project,
    title: { type: DataTypes.STRING(200), allowNull: false },
    description: text,
    status: word,
    status_rank: number,
    category: { type: textKey(queryInterface, 50) },
    target_date: { type: DataTypes.DATEONLY },
    position: number,
    post_id: { type: DataTypes.INTEGER },
    created_by: author,
    created_at: at,
    updated_at: at,
  });
  await addIndexOnce(queryInterface, 'roadmap_items', ['project_id', 'status_rank', 'position', 'id'], { name: 'roadmap_order' });
  const inCategory = ['project_id', 'category', 'status_rank', 'position', 'id'];
  await addIndexOnce(queryInterface, 'roadmap_items', inCategory, { name: 'roadmap_category' });
  await addIndexOnce(queryInterface, 'roadmap_items', ['project_id', 'post_id'], { name: 'roadmap_post' });

  await createTable(queryInterface, 'changelog_entries', {
    id: id(),
    project_id: project,
    title: { type: DataTypes.STRING(200), allowNull: false },
    content: { ...text, allowNull: false },
    title_ar: { type: DataTypes.STRING(200) },
    content_ar: text,
    version: { type: DataTypes.STRING(64) },
    type: word,
    published_at: at,
    created_by: author,
    created_at: at,
    updated_at: at,
  });
  await addIndexOnce(queryInterface, 'changelog_entries', ['project_id', 'published_at', 'id'], { name: 'changelog_published' });
  await addIndexOnce(queryInterface, 'changelog_entries', ['project_id', 'type', 'published_at', 'id'], { name: 'changelog_type' });

  await createTable(queryInterface, 'changelog_posts', {
    entry_id: { type: DataTypes.INTEGER, allowNull: false, primaryKey: true },
    post_id: { type: DataTypes.INTEGER, allowNull: false, primaryKey: true },
    project_id: project,
  });
  await addIndexOnce(queryInterface, 'changelog_posts', ['project_id', 'post_id'], { name: 'changelog_posts_post' });
}

/** Sums are updated in the transaction that changes their rows; `npm run recount` checks them. */
async function createSums(queryInterface: QueryInterface): Promise<void> {
  const projectKey = { ...project, primaryKey: true };
  const word = { type: asciiKey(queryInterface, 16), allowNull: false, primaryKey: true };
  const idKey = { type: DataTypes.INTEGER, allowNull: false, primaryKey: true };

  await createTable(queryInterface, 'review_stats', {
    project_id: projectKey,
    item_type: word,
    item_id: idKey,
    rating_1: number,
    rating_2: number,
    rating_3: number,
    rating_4: number,
    rating_5: number,
  });
  await createTable(queryInterface, 'comment_threads', {
    project_id: projectKey,
    entity_type: word,
    entity_id: idKey,
    live: number,
    top_level: number,
    shown: number,
  });
  await createTable(queryInterface, 'favorite_owners', {
    project_id: projectKey,
    user_id: { type: asciiKey(queryInterface, 48), allowNull: false, primaryKey: true },
    total: number,
  });
  await createTable(queryInterface, 'feedback_counts', {
    project_id: projectKey,
    name: { type: asciiKey(queryInterface, 64), allowNull: false, primaryKey: true },
    total: number,
  });
  await createTable(queryInterface, 'feedback_leftovers', { project_id: projectKey, entity_type: word, entity_id: idKey });
}

const SUMS = ['feedback_leftovers', 'feedback_counts', 'favorite_owners', 'comment_threads', 'review_stats'];
const ROWS = ['changelog_posts', 'changelog_entries', 'roadmap_items', 'post_votes', 'posts', 'favorites', 'comments', 'reviews'];

export async function down(queryInterface: QueryInterface): Promise<void> {
  for (const table of [...SUMS, ...ROWS]) await queryInterface.dropTable(table);
}
