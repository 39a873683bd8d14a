import express from 'express';
import { rateLimit } from 'express-rate-limit';
import helmet from 'helmet';

/** A hand-written Express route that sends ready bytes behind helmet and express-rate-limit. The bytes are the argument. */
const bytes = Buffer.from(process.argv[2] ?? '{}');
const app = express();
app.disable('x-powered-by');
app.use(helmet());
app.use(rateLimit({ windowMs: 60_000, limit: 1e9, standardHeaders: 'draft-8', legacyHeaders: true }));
app.get('/body', (_req, res) => {
  res.type('json').send(bytes);
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
});
