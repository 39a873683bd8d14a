import { type CommandContext, defineCommand } from '../../command.ts';
import { EXIT, usageError } from '../../errors/errors.ts';
import { refusal } from '../../http/client.ts';
import { readJsonArgument } from '../../input/read-text.ts';
import { escapeJson, multiLine, oneLine } from '../../output/safe-text.ts';

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: string | null;
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];

export default defineCommand<Call>({
  async parse({ args: [method = '', path = ''], options }, context) {
    if (!METHODS.includes(method)) throw usageError(`"${method}" is not a supported method.`, `use one of ${METHODS.join(', ')}`);
    // the path is appended to the server's address, so it cannot name another server
    if (!path.startsWith('/'))
      throw usageError(`"${path}" is not a path: it must begin with "/".`, 'use a form such as /api/v1/admin/apps');
    const data = options.text('data');
    if (data === undefined) return { method, path, body: null };
    if (method === 'GET') throw usageError('A GET request has no body.', 'leave out --data');
    return { method, path, body: JSON.stringify(await readJsonArgument(context, data)) };
  },
  async run(context, { method, path, body }) {
    const { url } = await context.session();
    const headers = body === null ? {} : { 'Content-Type': 'application/json' };
    const response = await context.send(new Request(url + path, { method, headers, body }));
    const text = await response.text();
    if (!response.ok && context.options.json) throw refusal(parseJson(text), response);
    context.print.note(oneLine(`${response.status} ${response.statusText}`.trimEnd()));
    showBody(context, text);
    return response.ok ? EXIT.done : refusal(parseJson(text), response).info.exit;
  },
});

/** Indented and escaped on a terminal, unchanged in a pipe; JSON as --json and --jq want it. */
function showBody({ print }: CommandContext, text: string): void {
  if (text === '') return;
  const value = parseJson(text);
  if (print.json && value !== undefined) return print.record([], value);
  if (!print.isTerminal) return print.lines(text);
  print.lines(value === undefined ? multiLine(text) : escapeJson(JSON.stringify(value, null, 2)));
}

/** undefined for a text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
