import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { admin } from '../../support/requests/client.ts';
import { assertDryRuns, assertFailing } from '../support/cases.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { successOf } from '../support/outcome.ts';

const APP = { slug: 'shop', name: 'Shop', platform: 'both', packageName: 'com.example.shop' };

describe('diwan api', () => {
  let cli: Cli;
  before(async () => {
    cli = await startCliServer();
    await admin(cli.server).post('/admin/apps', APP).expect(201);
  });
  after(() => cli.close());

  it('prints the body unchanged and the status separately', async () => {
    const { stdout, stderr } = successOf(await cli.run(['api', 'get', '/api/v1/admin/apps']));
    assert.deepEqual([JSON.parse(stdout)[0].slug, stdout.split('\n').length, stderr], ['shop', 2, '200 OK\n']);
    const staff = successOf(await cli.run(['api', 'GET', '/api/v1/admin/reviews?limit=1']));
    assert.equal(JSON.parse(staff.stdout).pagination.limit, 1);
    const terminal = cli.terminal(['api', 'GET', '/api/v1/admin/apps']);
    assert.match((await terminal.ended()).text, /200 OK\n\[\n {2}\{\n {4}"id": 1,/);
    const hostile = cli.terminal(['api', 'PUT', '/api/v1/admin/apps/shop', '--data', '{"name":"a\u200bb"}']);
    assert.match((await hostile.ended()).text, /"name": "a\\u200bb"/);
  });

  it('reads the body from argument, file and pipe', async () => {
    const file = path.join(cli.home, 'body.json');
    writeFileSync(file, '{"name":"From a file"}\n');
    const bodies = [{ data: '{"name":"Given"}' }, { data: `@${file}` }, { data: '-', input: '{"name":"Piped"}' }];
    const names = [];
    for (const { data, input = '' } of bodies) {
      const { stdout } = successOf(await cli.run(['api', 'PUT', '/api/v1/admin/apps/shop', '--data', data], { input }));
      names.push(JSON.parse(stdout).name);
    }
    assert.deepEqual(names, ['Given', 'From a file', 'Piped']);
  });

  it('maps an error to its exit code', async () => {
    const { code, stdout, stderr } = await cli.run(['api', 'GET', '/api/v1/admin/projects/404']);
    assert.deepEqual([code, JSON.parse(stdout).code, stderr], [5, 'project_not_found', '404 Not Found\n']);
    await assertFailing(cli, [
      { words: ['api', 'GET', '/api/v1/admin/projects/404'], exit: 5, code: 'project_not_found', says: /diwan projects list/ },
      { words: ['api', 'GET', '/nowhere'], exit: 5, code: 'not_found', says: /doctor/ },
      { words: ['api', 'GET', '/api/v1/admin/apps'], exit: 4, code: 'invalid_api_key', options: { env: { DIWAN_API_KEY: 'dk_0_x' } } },
      { words: ['api', 'POST', '/api/v1/admin/apps', '--data', JSON.stringify(APP)], exit: 6, code: 'app_slug_exists' },
      { words: ['api', 'PATCH', '/api/v1/admin/apps'], exit: 2, code: 'usage', says: /GET, POST, PUT, DELETE/ },
      { words: ['api', 'GET', 'http://example.com/'], exit: 2, code: 'usage', says: /must begin with/ },
      { words: ['api', 'GET', '/healthz', '--data', '{}'], exit: 2, code: 'usage', says: /has no body/ },
      { words: ['api', 'PUT', '/api/v1/admin/apps/shop', '--data', '{name}'], exit: 2, code: 'usage', says: /not valid JSON/ },
      { words: ['api', 'PUT', '/api/v1/admin/apps/shop', '--data', '@/no/such/file'], exit: 2, code: 'usage', says: /cannot be read/ },
    ]);
  });

  it('prints changes with --dry-run and sends nothing', async () => {
    await assertDryRuns(cli, [
      {
        words: ['api', 'PUT', '/api/v1/admin/apps/shop', '--data', '{"name":"Other"}'],
        request: 'PUT /api/v1/admin/apps/shop',
        body: { name: 'Other' },
      },
      { words: ['api', 'DELETE', '/api/v1/admin/api-keys/1'], request: 'DELETE /api/v1/admin/api-keys/1', body: null },
    ]);
    const { body } = await admin(cli.server).get('/admin/apps').expect(200);
    assert.notEqual(body[0].name, 'Other');
  });
});
