import express from 'express';
import { rateLimit } from 'express-rate-limit';
import helmet from 'helmet';
import Joi from 'joi';
import { Sequelize } from 'sequelize';
import { AnalyticsEvent, initAnalyticsEvent } from '../../../models/apps/AnalyticsEvent.ts';

/**
 * A conventional handler of an event: validate, one `Model.create`, reply. It does less than Diwan: it does not look up the app, keeps no
 * counts for the dashboard and writes no log. The argument is the database URL.
 */
const sequelize = new Sequelize(process.argv[2] ?? '', { logging: false, pool: { max: 12 }, define: { underscored: true } });
initAnalyticsEvent(sequelize);
const events = sequelize.model(AnalyticsEvent.name);
const schema = Joi.object({
  eventType: Joi.string().max(100).required(),
  userId: Joi.string(),
  installationId: Joi.string(),
  country: Joi.string(),
  language: Joi.string(),
  platform: Joi.string(),
  appVersion: Joi.string(),
  eventData: Joi.object(),
});
const app = express();
app.disable('x-powered-by');
app.use(helmet());
app.use(rateLimit({ windowMs: 60_000, limit: 1e9, standardHeaders: 'draft-8', legacyHeaders: true }));
app.use(express.json());
app.post('/events', async (req, res) => {
  const event = Joi.attempt(req.body, schema) as {
    eventType: string;
    userId: string;
    platform: string;
    appVersion: string;
    eventData: object;
  };
  const now = new Date(Date.now());
  await events.create({
    ...event,
    appId: 1,
    eventData: JSON.stringify(event.eventData),
    eventId: null,
    occurredAt: now,
    createdAt: now,
  });
  res.status(201).json({ recorded: true });
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
});
