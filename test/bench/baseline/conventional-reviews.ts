import express from 'express';
import { rateLimit } from 'express-rate-limit';
import helmet from 'helmet';
import { col, DataTypes, fn, Sequelize } from 'sequelize';

/** Conventional handlers of a list and its statistics that count and average on each request. The argument is the database URL. */
const sequelize = new Sequelize(process.argv[2] ?? '', { logging: false, pool: { max: 12 }, define: { underscored: true } });
const Review = sequelize.define(
  'Review',
  {
    projectId: DataTypes.INTEGER,
    itemType: DataTypes.STRING,
    itemId: DataTypes.INTEGER,
    userId: DataTypes.STRING,
    rating: DataTypes.INTEGER,
    title: DataTypes.STRING,
    comment: DataTypes.TEXT,
    status: DataTypes.STRING,
    createdAt: DataTypes.DATE(3),
  },
  { tableName: 'conventional_reviews', timestamps: false },
);
const app = express();
app.disable('x-powered-by');
app.use(helmet());
app.use(rateLimit({ windowMs: 60_000, limit: 1e9, standardHeaders: 'draft-8', legacyHeaders: true }));
app.get('/reviews', async (_req, res) => {
  const { rows, count } = await Review.findAndCountAll({
    where: { projectId: 11, status: 'approved' },
    order: [['createdAt', 'DESC']],
    limit: 20,
  });
  res.json({ success: true, data: rows, pagination: { page: 1, limit: 20, total: count } });
});
app.get('/reviews/stats/:itemType/:itemId', async (req, res) => {
  const where = { projectId: 11, itemType: req.params.itemType, itemId: Number(req.params.itemId), status: 'approved' };
  const average = await Review.findOne({
    attributes: [
      [fn('AVG', col('rating')), 'average'],
      [fn('COUNT', col('id')), 'total'],
    ],
    where,
    raw: true,
  });
  const distribution = await Review.findAll({
    attributes: ['rating', [fn('COUNT', col('id')), 'total']],
    where,
    group: ['rating'],
    raw: true,
  });
  res.json({ success: true, data: { ...average, distribution } });
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
});
