import express from 'express';
import { rateLimit } from 'express-rate-limit';
import helmet from 'helmet';
import { EventReport } from '../../../server/schemas/apps/analytics.ts';

/**
 * An Express route that parses and validates an event by the same schema as Diwan, answers 201 and stores nothing. The argument
 * `guarded` puts it behind helmet and express-rate-limit, as in conventional servers.
 */
const app = express();
app.disable('x-powered-by');
if (process.argv[2] === 'guarded') {
  app.use(helmet());
  app.use(rateLimit({ windowMs: 60_000, limit: 1e9, standardHeaders: 'draft-8', legacyHeaders: true }));
}
app.use(express.json());
app.post('/events', (req, res) => {
  const { error } = EventReport.validate(req.body, { abortEarly: false, stripUnknown: true });
  if (error !== undefined) res.status(400).json({ message: error.message });
  else res.status(201).json({ recorded: true, duplicate: false });
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
});
