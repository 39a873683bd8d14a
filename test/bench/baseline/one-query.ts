import express from 'express';
import { rateLimit } from 'express-rate-limit';
import helmet from 'helmet';
import { QueryTypes, Sequelize } from 'sequelize';

/** A conventional read without authentication: one row by its key as JSON. The argument is the database URL. */
const sequelize = new Sequelize(process.argv[2] ?? '', { logging: false, pool: { max: 12 } });
const app = express();
app.disable('x-powered-by');
app.use(helmet());
app.use(rateLimit({ windowMs: 60_000, limit: 1e9, standardHeaders: 'draft-8', legacyHeaders: true }));
app.get('/row', async (_req, res) => {
  const rows = await sequelize.query('SELECT * FROM users WHERE project_id = 11 AND phone_key = :phone', {
    type: QueryTypes.SELECT,
    replacements: { phone: '+15550100001' },
  });
  res.json(rows[0]);
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
});
