import type { Express } from 'express';
import Joi from 'joi';
import { DataTypes, Op, type Sequelize } from 'sequelize';

const PAGE = { page: Joi.number().integer().min(1).default(1), limit: Joi.number().integer().min(1).max(100).default(20) };
const PostQuery = Joi.object({
  ...PAGE,
  category: Joi.string().valid('bug', 'feature', 'improvement', 'other'),
  status: Joi.string().valid('under_review', 'planned', 'in_progress', 'completed', 'declined'),
});
const CommentQuery = Joi.object({ ...PAGE, entityType: Joi.string().required(), entityId: Joi.number().integer().min(1).required() });
const RoadmapQuery = Joi.object({ ...PAGE, status: Joi.string().valid('planned', 'in_progress', 'completed') });
const ChangelogQuery = Joi.object({ ...PAGE, type: Joi.string() });

interface Page {
  readonly page: number;
  readonly limit: number;
}

/** The part of `findAndCountAll` that selects a page. */
function rangeOf({ page, limit }: Page): { limit: number; offset: number } {
  return { limit, offset: (page - 1) * limit };
}

function bodyOf(data: unknown, { page, limit }: Page, total: number): object {
  const totalPages = Math.ceil(total / limit);
  return { success: true, data, pagination: { page, limit, total, totalPages, hasNext: page < totalPages, hasPrevious: page > 1 } };
}

/** Lists of posts, comments, plans and changes by `findAndCountAll`, with the indexes that their conditions and orders need. */
export function addLists(app: Express, sequelize: Sequelize): void {
  addPosts(app, sequelize);
  addComments(app, sequelize);
  addRoadmap(app, sequelize);
  addChangelog(app, sequelize);
}

// each column needs its own object, because Sequelize changes it
const number = () => ({ type: DataTypes.INTEGER, allowNull: false });
const text = (length: number) => ({ type: DataTypes.STRING(length), allowNull: false });

function addPosts(app: Express, sequelize: Sequelize): void {
  const Post = sequelize.define(
    'NaivePost',
    {
      title: text(200),
      description: DataTypes.TEXT,
      category: text(16),
      status: text(16),
      userId: text(48),
      votesCount: number(),
      commentsCount: number(),
    },
    { indexes: [{ fields: ['status', 'category'] }, { fields: ['created_at'] }] },
  );
  app.get('/posts', async (req, res) => {
    const { page, limit, ...where } = Joi.attempt(req.query, PostQuery) as Page;
    const { rows, count } = await Post.findAndCountAll({ where, order: [['id', 'DESC']], ...rangeOf({ page, limit }) });
    res.json(bodyOf(rows, { page, limit }, count));
  });
}

function addComments(app: Express, sequelize: Sequelize): void {
  const Comment = sequelize.define(
    'NaiveComment',
    { entityType: text(16), entityId: number(), parentId: DataTypes.INTEGER, content: DataTypes.TEXT, userId: text(48) },
    { indexes: [{ fields: ['entity_type', 'entity_id', 'parent_id'] }, { fields: ['parent_id'] }] },
  );
  Comment.hasMany(Comment, { as: 'replies', foreignKey: 'parentId', constraints: false });
  app.get('/comments', async (req, res) => {
    const { page, limit, ...target } = Joi.attempt(req.query, CommentQuery) as Page;
    const { rows, count } = await Comment.findAndCountAll({
      where: { ...target, parentId: null },
      include: [{ association: 'replies', separate: true, order: [['id', 'ASC']] }],
      order: [['id', 'DESC']],
      ...rangeOf({ page, limit }),
    });
    res.json(bodyOf(rows, { page, limit }, count));
  });
}

function addRoadmap(app: Express, sequelize: Sequelize): void {
  const RoadmapItem = sequelize.define(
    'NaiveRoadmapItem',
    {
      title: text(200),
      description: DataTypes.TEXT,
      status: text(16),
      statusRank: number(),
      category: DataTypes.STRING(50),
      targetDate: DataTypes.DATEONLY,
      position: number(),
      postId: DataTypes.INTEGER,
      createdBy: text(48),
    },
    { indexes: [{ fields: ['status_rank', 'position'] }, { fields: ['status'] }] },
  );
  app.get('/roadmap', async (req, res) => {
    const { page, limit, ...where } = Joi.attempt(req.query, RoadmapQuery) as Page;
    const order: [string, string][] = [
      ['statusRank', 'ASC'],
      ['position', 'ASC'],
    ];
    const { rows, count } = await RoadmapItem.findAndCountAll({ where, order, ...rangeOf({ page, limit }) });
    res.json(bodyOf(rows, { page, limit }, count));
  });
}

function addChangelog(app: Express, sequelize: Sequelize): void {
  const Entry = sequelize.define(
    'NaiveChangelogEntry',
    {
      title: text(200),
      content: DataTypes.TEXT,
      type: text(16),
      version: DataTypes.STRING(64),
      publishedAt: DataTypes.DATE(3),
      createdBy: text(48),
    },
    { indexes: [{ fields: ['published_at'] }] },
  );
  const Link = sequelize.define(
    'NaiveChangelogLink',
    { entryId: number(), postId: number() },
    { indexes: [{ fields: ['entry_id'] }], timestamps: false },
  );
  Entry.hasMany(Link, { as: 'links', foreignKey: 'entryId', constraints: false });
  app.get('/changelog', async (req, res) => {
    const { page, limit, ...filter } = Joi.attempt(req.query, ChangelogQuery) as Page;
    const { rows, count } = await Entry.findAndCountAll({
      where: { ...filter, publishedAt: { [Op.lte]: new Date() } },
      include: [{ association: 'links', attributes: ['entryId', 'postId'], separate: true }],
      order: [['publishedAt', 'DESC']],
      ...rangeOf({ page, limit }),
    });
    const entries = rows.map((row) => {
      const { links, ...entry } = row.toJSON() as { links: { postId: number }[] };
      return { ...entry, linkedPostIds: links.map(({ postId }) => postId) };
    });
    res.json(bodyOf(entries, { page, limit }, count));
  });
}
