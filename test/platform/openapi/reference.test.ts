import assert from 'node:assert/strict';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { Operation } from '../../../server/platform/openapi/types.ts';
import { recordedApi } from '../../support/api-document.ts';

const document = recordedApi();
const operations: Operation[] = Object.values(document.paths).flatMap((item) => Object.values(item));

const VERBS =
  'add block cast change check confirm copy create decide delete disable enable end erase evaluate explain export finish get halt list login logout ' +
  'open prove publish record refresh remove report reset resolve restore resume retry revoke roll rotate send set sign start stream ' +
  'test toggle unblock undo unlock update verify withdraw';
const NAME = new RegExp(`^(?:${VERBS.replaceAll(' ', '|')})[A-Z]`);

describe('the API reference of all services', () => {
  it('is a valid OpenAPI 3.1 document', async () => {
    assert.deepEqual(await new Validator().validate({ ...document }), { valid: true });
  });

  it('names every operation with a verb first', () => {
    for (const { operationId } of operations) assert.match(operationId, NAME);
    const ids = operations.map(({ operationId }) => operationId);
    for (const id of ['castVote', 'checkUpdate', 'verifyRegistration']) assert.ok(ids.includes(id), id);
  });

  it('has headings without punctuation, each with a description', () => {
    for (const { name, description } of document.tags) {
      assert.match(name, /^[A-Z][A-Za-z]*(?: [A-Za-z]+)*$/);
      assert.match(description, /^[A-Z].+\.$/s, name);
    }
    const known = document.tags.map(({ name }) => name);
    for (const { operationId, tags } of operations)
      assert.deepEqual([operationId, tags.filter((tag) => known.includes(tag)).length], [operationId, 1]);
  });

  it('shows phone auth once and names its other prefix', () => {
    const copies = Object.keys(document.paths).filter((path) => path.startsWith('/api/v1/auth/'));
    assert.ok(copies.includes('/api/v1/auth/auth/token'));
    for (const path of copies) assert.match(path, /^\/api\/v1\/auth\/auth\//);
    for (const [path, item] of Object.entries(document.paths)) {
      if (!path.startsWith('/api/v2/auth/')) continue;
      for (const { description } of Object.values(item)) assert.match(description ?? '', /Served under `\/api\/v1\/auth` too\./, path);
    }
  });

  it('names the schema of every JSON body', () => {
    for (const { operationId, requestBody } of operations) {
      const content = requestBody?.content ?? {};
      // forms of pages have their own types
      if (requestBody === undefined || 'multipart/form-data' in content) continue;
      assert.ok('$ref' in (content['application/json']?.schema ?? {}), operationId);
    }
  });

  it('has an example of every JSON body and success', () => {
    for (const { operationId, requestBody, responses } of operations) {
      const success = Object.entries(responses).filter(([status]) => status.startsWith('2'));
      const contents = [requestBody?.content, ...success.map(([, answer]) => ('content' in answer ? answer.content : undefined))];
      for (const content of contents) {
        for (const [type, shown] of Object.entries(content ?? {}))
          if (type.endsWith('json') && operationId !== 'getOpenApi') assert.ok('example' in shown, `${operationId}: ${type}`);
      }
    }
  });

  it('gives every value a type and every time a format', () => {
    assert.deepEqual(untyped(document.components.schemas), []);
    const times = propertiesNamed(/(?:At|Since|Until)$/, document.components.schemas);
    const texts = times.filter(([, { type }]) => [type].flat().includes('string'));
    assert.deepEqual(
      texts.filter(([, { format }]) => format !== 'date-time').map(([place]) => place),
      [],
    );
    assert.ok(texts.length > 50);
  });

  it('names no component after its codes', () => {
    const { schemas, responses } = document.components;
    for (const name of [...Object.keys(schemas), ...Object.keys(responses)]) assert.match(name, /^[A-Z][A-Za-z]*$/);
    assert.ok(Object.keys(responses).length < 40);
  });

  it('has the addresses that are served beside the services', () => {
    for (const path of ['/ofrep/v1/evaluate/flags', '/ofrep/v1/evaluate/flags/{key}', '/account-deletion/{projectId}', '/u/{token}'])
      assert.ok(document.paths[path], path);
    const streams = operations.filter(({ operationId }) => operationId.startsWith('stream'));
    assert.ok(streams.length > 0);
    for (const { parameters = [] } of streams) assert.ok(JSON.stringify(parameters).includes('/LastEventId'));
    assert.deepEqual(
      document.servers.map(({ url }) => url),
      ['/'],
    );
  });

  it('describes every schema, property, parameter and answer', () => {
    const { schemas, parameters, headers, responses } = document.components;
    assert.deepEqual([...undescribed(document.components), ...undescribed(document.paths)], []);
    for (const [name, part] of Object.entries({ ...schemas, ...parameters, ...headers, ...responses })) {
      assert.match(String(part['description']), /\w/, name);
      assert.notEqual(part['description'], undefined, name);
    }
    for (const { operationId, parameters: own = [], responses: answers, description } of operations) {
      assert.match(description ?? '', /\.$/, operationId);
      for (const part of [...own, ...Object.values(answers)])
        assert.ok('$ref' in part || (part.description ?? '') !== '', `${operationId}: ${JSON.stringify(part)}`);
    }
  });
});

type Property = { readonly type?: unknown; readonly format?: string };

/** The properties of schemas whose name matches, with their places. */
function propertiesNamed(name: RegExp, node: unknown, place = ''): [place: string, property: Property][] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, child]: [string, unknown]) => [
    ...(place.endsWith('.properties') && name.test(key) ? [[`${place}.${key}`, Object(child)] as [string, Property]] : []),
    ...propertiesNamed(name, child, `${place}.${key}`),
  ]);
}

/** The paths of schemas that say nothing of their value. */
function untyped(node: unknown, path = ''): string[] {
  if (typeof node !== 'object' || node === null) return [];
  // a body without fields is typed
  if (!Array.isArray(node) && Object.keys(node).length === 0) return path.endsWith('.properties') ? [] : [path];
  return Object.entries(node).flatMap(([key, child]: [string, unknown]) => untyped(child, `${path}.${key}`));
}

/** The paths of properties without a description; a reference is described where it points. */
function undescribed(node: unknown, path = ''): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, child]: [string, unknown]) => [
    ...(key === 'properties' ? Object.entries(Object(child)).flatMap(([name, property]) => missing(property, `${path}.${name}`)) : []),
    ...undescribed(child, `${path}.${key}`),
  ]);
}

function missing(property: unknown, path: string): string[] {
  const { description, $ref, anyOf = [] } = property as { description?: string; $ref?: string; anyOf?: readonly object[] };
  const isReference = $ref !== undefined || anyOf.some((member) => '$ref' in member);
  return isReference || (description ?? '') !== '' ? [] : [path];
}
