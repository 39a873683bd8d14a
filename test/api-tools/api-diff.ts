import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runTool } from './run-tool.ts';

/** One difference of two documents, as `redocly diff` reports it. */
interface Change {
  readonly kind: 'added' | 'removed' | 'modified';
  readonly impact: 'major' | 'minor' | 'patch';
  readonly verdicts: readonly { readonly message: string }[];
  /** The keyword that differs, such as `enum`. */
  readonly property?: string;
  readonly base?: Side;
  readonly revision?: Side;
}

interface Side {
  readonly pointer: string;
  readonly value: unknown;
}

/** A difference that can break a client. */
export interface Break {
  /** The name that the change log must contain, such as `Post.title` or `GET /api/v1/posts page`. */
  readonly name: string;
  readonly message: string;
}

/** The differences of two documents, given as paths, that can break a client. */
export async function breaksBetween(base: string, revision: string, tools: string): Promise<readonly Break[]> {
  const program = path.join(tools, 'node_modules/@redocly/cli/bin/cli.js');
  const config = path.join(import.meta.dirname, 'diff.yaml');
  const args = ['diff', base, revision, '--config', config, '--format=json', '--fail-on=none'];
  const { code, stdout, stderr } = await runTool(program, args, path.dirname(revision));
  if (code !== 0) throw new Error(`redocly diff failed: ${stdout}${stderr}`);
  const { changes }: { changes: readonly Change[] } = JSON.parse(stdout);
  const document: unknown = JSON.parse(readFileSync(base, 'utf8'));
  return changes.flatMap((change) => breaksOf(change, document));
}

function breaksOf(change: Change, document: unknown): Break[] {
  const name = nameOf(change, document);
  if (change.impact === 'major') {
    const message = change.verdicts.map((verdict) => verdict.message).join(' ');
    return membersOf(change).map((member) => ({ name: name + member, message }));
  }
  // Redocly accepts both: a client may send the field and compare with the value, and would not be told
  const lost = change.property === 'enum' ? membersOf(change) : [];
  if (change.kind === 'removed' && isField(change)) return [{ name, message: 'The field was removed.' }];
  return lost.map((member) => ({ name: name + member, message: 'The value was removed.' }));
}

/** The suffixes that tell which members of a list changed: `=bug` of an enum, `.title` of the required fields, or nothing. */
function membersOf({ property, base, revision, impact }: Change): string[] {
  const [before, after] = [base?.value, revision?.value];
  if ((property !== 'enum' && property !== 'required') || !Array.isArray(before ?? []) || !Array.isArray(after ?? [])) return [''];
  const [old, now] = [list(before), list(after)];
  const lost = old.filter((value) => !now.includes(value));
  if (property === 'enum') return lost.map((value) => `=${value}`);
  const changed = impact === 'major' ? [...lost, ...now.filter((value) => !old.includes(value))] : [];
  return changed.map((value) => `.${value}`);
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function isField({ base }: Change): boolean {
  return base !== undefined && base.pointer.split('/').at(-2) === 'properties';
}

/** The words of a pointer that say nothing to a reader of the change log. */
const SILENT = new Set([
  'content',
  'application/json',
  'schema',
  'properties',
  'items',
  'responses',
  'parameters',
  'components',
  'schemas',
]);

function nameOf({ base, revision, property }: Change, document: unknown): string {
  const { pointer } = base ?? revision ?? { pointer: '' };
  const steps = pointer
    .replace(/^#?\//, '')
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const place = steps.at(-1) === property ? steps.slice(0, -1) : steps;
  const [root, address = '', method, ...rest] = place;
  if (root !== 'paths') return words(place);
  if (method === undefined) return address;
  const operation = `${method.toUpperCase()} ${address}`;
  if (rest.length === 0) return operation;
  return `${operation} ${rest[0] === 'parameters' ? parameterName(rest, { steps, document, revision }) : words(rest)}`;
}

function words(steps: readonly string[]): string {
  return steps
    .filter((step) => !SILENT.has(step))
    .map((step) => (step === 'requestBody' ? 'body' : step))
    .join('.');
}

/** Parameters are a list in the document, so a pointer has only their number. */
function parameterName(
  [, index = '']: readonly string[],
  { steps, document, revision }: { steps: readonly string[]; document: unknown; revision: Side | undefined },
): string {
  const known = steps.slice(0, 5).reduce<unknown>((node, step) => member(node, step), document) ?? revision?.value;
  const name = member(known, 'name') ?? member(known, '$ref');
  return typeof name === 'string' ? (name.split('/').at(-1) ?? name) : index;
}

function member(node: unknown, key: string): unknown {
  return typeof node === 'object' && node !== null ? Object.getOwnPropertyDescriptor(node, key)?.value : undefined;
}
