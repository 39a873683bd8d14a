import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { verify } from '@node-rs/argon2';

/**
 * The lower bound of a password login: one hash is verified for each request, without a framework or a database. The argument is the hash.
 */
const stored = process.argv[2] ?? '';
const server = createServer((req, res) => {
  void json(req)
    .then((body) => verify(stored, (body as { password: string }).password))
    .then((isRight) => res.writeHead(isRight ? 200 : 401, { 'Content-Type': 'application/json' }).end('{"success":true}'));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
});
