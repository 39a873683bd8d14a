import { EXIT, usageError } from '../../errors.ts';
import { refusalOf } from '../../http/client.ts';
import { type Kit, type Raw, verb } from '../../kit.ts';
import { manyLines, oneLine } from '../../output/safe-text.ts';
import { readJson } from '../content.ts';

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: string | null;
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];

export default verb<Call>({
  async parse({ args: [method = '', path = ''], options }: Raw, kit) {
    if (!METHODS.includes(method)) throw usageError(`"${method}" is none of ${METHODS.join(', ')}.`);
    // joined to the address as text: nothing in it can name another server
    if (!path.startsWith('/')) throw usageError(`"${path}" is no path: it must begin with "/".`, 'as in /api/v1/admin/apps');
    const data = options['data'];
    if (typeof data !== 'string') return { method, path, body: null };
    if (method === 'GET') throw usageError('A GET has no body.', 'leave out --data');
    return { method, path, body: JSON.stringify(await readJson(kit, data)) };
  },
  async run(kit, { method, path, body }) {
    const { url } = await kit.session();
    const headers = body === null ? {} : { 'Content-Type': 'application/json' };
    const response = await kit.send(new Request(url + path, { method, headers, body }));
    const text = await response.text();
    if (!response.ok && kit.options.json) throw refusalOf(parsed(text), response);
    kit.print.note(oneLine(`${response.status} ${response.statusText}`.trimEnd()));
    show(kit, text);
    return response.ok ? EXIT.done : refusalOf(parsed(text), response).facts.exit;
  },
});

/** Pretty for people, untouched for programs. */
function show({ print }: Kit, text: string): void {
  if (text === '') return;
  const value = parsed(text);
  if (!print.isTerminal) return print.lines(text);
  print.lines(manyLines(value === undefined ? text : JSON.stringify(value, null, 2)));
}

/** undefined for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
