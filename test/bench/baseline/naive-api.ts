import { createPublicKey } from 'node:crypto';
import express, { type RequestHandler } from 'express';
import { rateLimit } from 'express-rate-limit';
import helmet from 'helmet';
import Joi from 'joi';
import passport from 'passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { DataTypes, Sequelize, UniqueConstraintError } from 'sequelize';
import { addLists } from './naive-lists.ts';

/**
 * Conventional handlers of an Express application: validate, one call of the ORM, reply. They keep no counters and count on request. The
 * argument is a `NaiveApi` as JSON.
 */
export interface NaiveApi {
  readonly databaseUrl: string;
  /** The public key of the access tokens as PEM. */
  readonly publicKey: string;
}

const { databaseUrl, publicKey } = JSON.parse(process.argv[2] ?? '') as NaiveApi;
const sequelize = new Sequelize(databaseUrl, { logging: false, pool: { max: 12 }, define: { underscored: true } });

// each column needs its own object, because Sequelize changes it
const number = () => ({ type: DataTypes.INTEGER, allowNull: false });
const Review = sequelize.define(
  'NaiveReview',
  {
    itemType: { type: DataTypes.STRING(16), allowNull: false },
    itemId: number(),
    userId: { type: DataTypes.STRING(64), allowNull: false },
    rating: number(),
    title: DataTypes.STRING(200),
    comment: DataTypes.TEXT,
    status: { type: DataTypes.STRING(16), allowNull: false, defaultValue: 'approved' },
  },
  { indexes: [{ fields: ['item_type', 'item_id', 'status'] }, { fields: ['user_id'] }] },
);
const Vote = sequelize.define(
  'NaiveVote',
  { postId: number(), userId: { type: DataTypes.STRING(64), allowNull: false } },
  { indexes: [{ unique: true, fields: ['post_id', 'user_id'] }] },
);
const User = sequelize.define('NaiveUser', {
  id: { type: DataTypes.STRING(36), primaryKey: true },
  phone: DataTypes.STRING(16),
  firstName: DataTypes.STRING(100),
  lastName: DataTypes.STRING(100),
  email: DataTypes.STRING(254),
});

const Flag = sequelize.define(
  'NaiveFlag',
  { appSlug: DataTypes.STRING(64), flagKey: DataTypes.STRING(64), isEnabled: DataTypes.BOOLEAN, config: DataTypes.JSON },
  { indexes: [{ unique: true, fields: ['app_slug', 'flag_key'] }] },
);

const NewReview = Joi.object({
  itemType: Joi.string().valid('auction', 'product', 'order', 'driver', 'store', 'group_deal').required(),
  itemId: Joi.number().integer().min(1).required(),
  rating: Joi.number().integer().min(1).max(5).required(),
  title: Joi.string().max(200),
  comment: Joi.string().max(5_000),
});
const PostParams = Joi.object<{ id: number }>({ id: Joi.number().integer().min(1).required() });
const ListQuery = Joi.object({
  itemType: Joi.string(),
  itemId: Joi.number().integer().min(1).required(),
  page: Joi.number().integer().min(1).default(1),
});

const options = {
  jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
  // the declared type lacks the KeyObject, which verifies several times faster than a PEM
  secretOrKey: createPublicKey(publicKey) as unknown as Buffer,
  algorithms: ['ES256' as const],
};
passport.use(new Strategy(options, (payload: { sub: string }, done) => done(null, { id: payload.sub })));
const signedIn = passport.authenticate('jwt', { session: false }) as RequestHandler;
const userIdOf = (req: Express.Request): string => (req.user as { id: string }).id;

const app = express();
app.disable('x-powered-by');
app.use(helmet());
app.use(rateLimit({ windowMs: 60_000, limit: 1e9, standardHeaders: 'draft-8', legacyHeaders: true }));
app.use(express.json());

app.get('/apps/:slug/features', async (req, res) => {
  const flags = await Flag.findAll({ where: { appSlug: req.params.slug }, order: ['flagKey'] });
  res.json({ success: true, data: flags });
});

app.post('/reviews', signedIn, async (req, res) => {
  const values = Joi.attempt(req.body, NewReview) as object;
  const review = await Review.create({ ...values, userId: userIdOf(req) });
  res.status(201).json({ success: true, data: review });
});

app.get('/reviews', async (req, res) => {
  const { page, ...filter } = Joi.attempt(req.query, ListQuery) as { page: number };
  const where = { ...filter, status: 'approved' };
  const { rows, count } = await Review.findAndCountAll({ where, order: [['createdAt', 'DESC']], limit: 20, offset: (page - 1) * 20 });
  res.json({ success: true, data: rows, pagination: { page, limit: 20, total: count } });
});

app
  .route('/posts/:id/vote')
  .all(signedIn)
  .post(async (req, res) => {
    const { id: postId } = Joi.attempt(req.params, PostParams) as { id: number };
    await Vote.create({ postId, userId: userIdOf(req) }).catch(ignoreRepeated);
    res.json({ success: true, data: { postId, voted: true, votesCount: await Vote.count({ where: { postId } }) } });
  })
  .delete(async (req, res) => {
    const { id: postId } = Joi.attempt(req.params, PostParams) as { id: number };
    await Vote.destroy({ where: { postId, userId: userIdOf(req) } });
    res.json({ success: true, data: { postId, voted: false, votesCount: await Vote.count({ where: { postId } }) } });
  });

app.get('/profile', signedIn, async (req, res) => {
  const user = await User.findByPk(userIdOf(req));
  if (user === null) res.status(404).json({ success: false });
  else res.json({ success: true, data: user });
});

addLists(app, sequelize);

function ignoreRepeated(error: unknown): void {
  if (!(error instanceof UniqueConstraintError)) throw error;
}

await sequelize.sync();
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
});
