import assert from 'node:assert/strict';
import { exitFor, hintFor } from '../../cli/errors/hints.ts';
import { acceptsIdempotencyKey, takesApiKey } from '../../cli/http/fetch.ts';
import { recordedApi } from '../support/api-document.ts';
import { fullAddress, servedRows } from '../support/documents/inventory.ts';
import { read, sources } from './source.ts';

describe('the client of the CLI', () => {
  it('sends an API key only where endpoints take one', () => {
    const wrong = servedRows().filter(({ endpoint, address }) => takesApiKey(fullAddress(address)) !== (endpoint.auth === 'manager'));
    assert.deepEqual(
      wrong.map(({ address }) => address),
      [],
    );
  });

  it('repeats a POST only where endpoints honour idempotency keys', () => {
    const posts = servedRows().filter(({ method }) => method === 'post');
    const wrong = posts.filter(({ endpoint, address }) => acceptsIdempotencyKey(fullAddress(address)) !== (endpoint.idempotent === true));
    assert.deepEqual(
      wrong.map(({ address }) => address),
      [],
    );
  });

  it('has a next step for every refusal', () => {
    const calls = callsOf(sources('cli').map(read).join('\n'));
    assert.ok(calls.length > 40, `only ${calls.length} calls were found`);
    const codes = [...new Set(calls.flatMap(codesOf))].sort();
    assert.ok(codes.includes('version_code_not_incrementing') && codes.includes('throttled'));
    assert.deepEqual(
      codes.filter((code) => hintFor(code) === undefined),
      [],
    );
  });

  it('ends every refusal in an exit code of its kind', () => {
    const exits = [400, 401, 403, 404, 405, 409, 412, 413, 415, 422, 429, 500, 503].map((status) => exitFor(status));
    assert.deepEqual(exits, [1, 4, 4, 5, 1, 6, 6, 1, 1, 6, 1, 1, 1]);
  });
});

type Call = readonly [method: string, path: string];

/** `api.GET('/api/…'` as the typed client is called. */
function callsOf(text: string): Call[] {
  return [...text.matchAll(/\.(GET|POST|PUT|DELETE)\(\s*'(\/api\/[^']+)'/g)].map(([, method = '', path = '']) => [
    method.toLowerCase(),
    path,
  ]);
}

const DOCUMENT = recordedApi();

function codesOf([method, path]: Call): readonly string[] {
  const operation = Object.entries(DOCUMENT.paths[path] ?? {}).find(([name]) => name === method)?.[1];
  assert.ok(operation, `the server has no ${method} ${path}`);
  return Object.values(operation.responses).flatMap((response) => {
    const shared = '$ref' in response ? DOCUMENT.components.responses[response.$ref.split('/').at(-1) ?? ''] : response;
    return shared?.['x-diwan-codes'] ?? [];
  });
}
