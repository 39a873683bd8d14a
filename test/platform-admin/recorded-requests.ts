/** A request, as it was recorded with the answer of the release before. `{name}` in path, body and caller is a kept value. */
export interface Recording {
  /** `none`, `key:NAME`, `token:NAME`, or both joined by a space. */
  readonly as: string;
  /** The method and the path below /api/v1. */
  readonly ask: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Values of the answer that later requests use: the name, and the fields that lead to the value. */
  readonly keep?: Readonly<Record<string, string>>;
  readonly status: number;
  /** The answer, normalised. */
  readonly answer: unknown;
}

export type Kept = Record<string, unknown>;

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Sends a recorded request to a server and keeps the values of the answer. */
export async function send(url: string, { as, ask, body, headers = {}, keep = {} }: Recording, kept: Kept): Promise<Answer> {
  const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (_, name: string) => String(kept[name]));
  const [method = '', path = ''] = ask.split(' ');
  const content = body === undefined ? {} : { body: fill(typeof body === 'string' ? body : JSON.stringify(body)) };
  const response = await fetch(`${url}/api/v1${fill(path)}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...credentials(as, kept), ...headers },
    ...content,
  });
  const text = await response.text();
  const parsed: unknown = text === '' ? null : JSON.parse(text);
  for (const [name, fields] of Object.entries(keep))
    kept[name] = fields.split('.').reduce<unknown>((value, field) => Reflect.get(Object(value), field), parsed);
  return { status: response.status, body: normalise(parsed) };
}

function credentials(as: string, kept: Kept): Record<string, string> {
  const parts = as.split(' ').map((part) => part.split(':'));
  const headers = parts.map(([kind, name = '']) => {
    if (kind === 'none') return [];
    return kind === 'key' ? ['X-Api-Key', String(kept[name])] : ['Authorization', `Bearer ${kept[name]}`];
  });
  return Object.fromEntries(headers.filter(([name]) => name !== undefined));
}

const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uuid>'],
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>'],
  [/d[or]_<uuid>\.\d+\.[\w-]{43}/g, '<refresh token>'],
  [/dk_\w{8}_[\w-]{43}/g, '<key>'],
  [/dk_[0-9a-z]{8}$/g, '<prefix>'],
];

/** Replaces times, ids and secrets, which differ each time. */
export function normalise(value: unknown, field = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => normalise(one));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, normalise(one, name)]));
  if (field === 'requestId') return '<request>';
  // a day of a period that ends today
  if (field === 'date') return '<date>';
  // noted some time after the use
  if (field === 'lastUsedAt') return '<used>';
  if (typeof value === 'number' && /^id$|[a-z]Id$/.test(field) && field !== 'projectId') return '<id>';
  return typeof value === 'string' ? TEXTS.reduce((text, [pattern, name]) => text.replace(pattern, name), value) : value;
}
