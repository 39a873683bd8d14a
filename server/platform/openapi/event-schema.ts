import type { Fields } from '../outgoing/fields.ts';
import { EVENT_TYPES, type EventType } from '../outgoing/types.ts';

/** The heading of events in the API reference. */
export const EVENT_HEADING = 'Outgoing events';

type Schema = Readonly<Record<string, unknown>>;

const NAMES = { type: 'array', items: { type: 'string' }, description: 'The names of the values that changed.' };

/** The JSON schema of the body of a delivery. */
export function schemaOf(name: string): Schema {
  const event = typeNamed(name);
  return closed({
    id: { type: 'string', pattern: '^evt_[A-Za-z0-9_-]{22}$', description: 'The same in every try and at every webhook: `webhook-id`.' },
    type: { type: 'string', enum: [name] },
    timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
    projectId: { type: ['integer', 'null'], description: 'null for an event of the platform.' },
    subject: { type: 'string', description: 'The record concerned, such as `review:12`.' },
    revision: { type: ['integer', 'null'], description: 'Grows with each write of the subject. Ignore events older than the last one.' },
    actor: { type: 'string', description: 'As in the audit log: `user:8d1f…`, `operator:7`, `key:dk_ab12cd34`, `system:retention`.' },
    data: dataSchema(event),
  });
}

/** An example of the body, with all values of the type. */
export function exampleOf(name: string): Schema {
  const { service, ids, values, parts, namesChanges } = typeNamed(name);
  const isPlatform = service === 'platform';
  const data = {
    ...examplesOf(ids),
    ...(namesChanges ? { changed: Object.keys(values).slice(0, 1) } : {}),
    ...Object.fromEntries(parts.map((part) => [part, examplesOf(values)])),
  };
  const [kind = ''] = name.split('.');
  return {
    id: 'evt_c2FtcGxlIGV2ZW50IGlkMQ',
    type: name,
    timestamp: '2030-01-01T00:00:00.000Z',
    projectId: 1,
    subject: `${SUBJECTS[kind] ?? kind}:${isPlatform ? 3 : 12}`,
    revision: 4,
    actor: 'operator:7',
    data,
  };
}

const SUBJECTS: Readonly<Record<string, string>> = {
  vote: 'post',
  session: 'user',
  login: 'project',
  otp: 'project',
  version: 'app',
  maintenance: 'app',
  flag: 'app',
  segment: 'app',
};

/** The `webhooks` of the API reference: an item for each type. */
export function webhookItems(): Record<string, Schema> {
  return Object.fromEntries(Object.entries(EVENT_TYPES).map(([name, event]) => [name, { post: operationOf(name, event) }]));
}

function operationOf(name: string, { summary, service }: EventType): Schema {
  const content = { 'application/json': { schema: schemaOf(name), example: exampleOf(name) } };
  const scope = service === 'platform' ? ' Only webhooks of all projects get it.' : '';
  return {
    operationId: operationIdOf(name),
    summary,
    description: `Sent to webhooks that name \`${name}\` or \`${name.split('.')[0]}.*\`, signed as Standard Webhooks says.${scope}`,
    tags: [EVENT_HEADING],
    security: [],
    requestBody: { required: true, content },
    responses: { '2XX': { description: 'The event arrived. Any other answer is a failure, and the event is sent again.' } },
  };
}

function operationIdOf(name: string): string {
  const words = name.split(/[._]/).map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`);
  return `on${words.join('')}`;
}

function dataSchema({ ids, values, parts, namesChanges, texts }: EventType): Schema {
  const text = { type: ['string', 'null'], description: 'null when it was erased, hidden or deleted.' };
  return closed(
    {
      ...schemasOf(ids),
      ...(namesChanges ? { changed: NAMES } : {}),
      ...Object.fromEntries(parts.map((part) => [part, closed(schemasOf(values), [])])),
      ...(texts.length === 0 ? {} : { texts: closed(Object.fromEntries(texts.map((name) => [name, text]))) }),
    },
    [...(namesChanges ? ['changed'] : []), ...parts],
  );
}

function closed(properties: Schema, required = Object.keys(properties)): Schema {
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }), additionalProperties: false };
}

function schemasOf(fields: Fields): Schema {
  return Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema]));
}

function examplesOf(fields: Fields): Schema {
  return Object.fromEntries(Object.entries(fields).map(([name, { example }]) => [name, example]));
}

function typeNamed(name: string): EventType {
  const event = EVENT_TYPES[name];
  if (event === undefined) throw new Error(`there is no type of event ${name}`);
  return event;
}
