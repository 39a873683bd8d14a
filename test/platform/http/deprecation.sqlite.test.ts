import assert from 'node:assert/strict';
import Joi from 'joi';
import { get, type Service } from '../../../server/platform/http/endpoint.ts';
import { ok } from '../../../server/platform/http/reply/reply.ts';
import { ask } from '../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const shared = { auth: 'public', limit: 'read', summary: 'Test', reply: Joi.object() } as const;
const deprecation = { since: '2026-11-23', sunset: '2027-12-01' };
const query = Joi.object({ page: Joi.number().required() });

const service: Service<unknown> = {
  name: 'feedback',
  prefix: '/api/v1/removal',
  heading: { name: 'Removal', description: 'Endpoints of the test.' },
  endpoints: [
    get('/old', { ...shared, query, deprecation, operationId: 'getOld' }, () => ok({})),
    get('/new', { ...shared, operationId: 'getNew' }, () => ok({})),
  ],
};

describe('an endpoint that will be removed', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer({ extraServices: [service] });
  });
  after(() => server.close());

  const dates = async (path: string): Promise<unknown[]> => {
    const { status, headers } = await ask(server.url, `/api/v1/removal${path}`);
    return [status, headers['deprecation'], headers['sunset']];
  };

  it('announces the removal on answers and refusals alike', async () => {
    assert.deepEqual(await dates('/old?page=1'), [200, '@1795392000', 'Wed, 01 Dec 2027 00:00:00 GMT']);
    assert.deepEqual(await dates('/old'), [400, '@1795392000', 'Wed, 01 Dec 2027 00:00:00 GMT']);
    assert.deepEqual(await dates('/new'), [200, undefined, undefined]);
  });

  it('is marked as deprecated in the API reference', async () => {
    const { paths } = (await ask(server.url, '/openapi.json')).body as { paths: Record<string, { get: { deprecated?: true } }> };
    assert.equal(paths['/api/v1/removal/old']?.get.deprecated, true);
    assert.equal(paths['/api/v1/removal/new']?.get.deprecated, undefined);
  });
});
