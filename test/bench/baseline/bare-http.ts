import { createServer } from 'node:http';

/** A server of node:http alone that sends ready bytes with a fixed set of headers. The argument is a `BareAnswer` as JSON. */
export interface BareAnswer {
  /** Names and values in turn, without those that node:http adds itself. */
  readonly headers: readonly string[];
  readonly body: string;
}

const answer = JSON.parse(process.argv[2] ?? '') as BareAnswer;
const headers = [...answer.headers];
const bytes = Buffer.from(answer.body);
const server = createServer((_req, res) => {
  res.writeHead(200, headers);
  res.end(bytes);
}).listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
});
