import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { OpenApiDocument } from '../../../server/platform/openapi/types.ts';
import { generateClients } from '../../api-tools/generators.ts';
import { installApiTools, RegistryUnreachable } from '../../api-tools/install.ts';
import { lintWithRedocly, lintWithSpectral } from '../../api-tools/linters.ts';
import { recordedApi } from '../../support/api-document.ts';

// that the real document passes is checked by `npm run api-gates`
describe('the gates of the OpenAPI document', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'diwan-gates-'));
  let tools: string;

  before(async () => {
    tools = await installApiTools();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const write = (name: string, document: unknown): string => {
    const file = path.join(folder, name);
    writeFileSync(file, JSON.stringify(document));
    return file;
  };

  it('report a registry of packages that does not answer', async () => {
    const settings = { registry: 'http://127.0.0.1:1', cache: path.join(folder, 'npm'), loglevel: 'silent' };
    const variables = Object.entries(settings).map(([name, value]) => [`npm_config_${name}`, value]);
    const env = { ...process.env, ...Object.fromEntries(variables) };
    await assert.rejects(installApiTools({ cache: path.join(folder, 'tools'), env }), (error: unknown) => {
      assert.ok(error instanceof RegistryUnreachable);
      assert.match(error.message, /registry of npm does not answer[\s\S]+ECONNREFUSED[\s\S]+Check the network/);
      return true;
    });
  });

  it('list what both linters find in a document', async () => {
    const { paths, ...rest } = recordedApi();
    const servers = [{ url: './', description: 'Ends in a slash' }];
    const document: OpenApiDocument = { ...rest, paths: { '/readyz': paths['/readyz'] ?? {} }, servers };
    const api = write('slash.json', document);
    const [redocly, spectral] = await Promise.all([lintWithRedocly(api, tools), lintWithSpectral(api, tools)]);
    assert.match(redocly ?? '', /^error no-server-trailing-slash/);
    assert.match(spectral ?? '', /oas3-server-trailing-slash/);
  });

  it('refuse a name that clashes with generated code', async () => {
    const { paths, components, ...rest } = recordedApi();
    const { schemas, headers } = components;
    const small = {
      ...rest,
      paths: { '/readyz': paths['/readyz'] },
      components: { schemas: { ErrorBody: schemas['ErrorBody'] }, headers },
    };
    const clashing: unknown = JSON.parse(JSON.stringify(small).replaceAll('ErrorBody', 'ApiError'));
    const faults = await generateClients(write('clash.json', clashing), tools, 'openapi-typescript-codegen');
    assert.match(faults ?? '', /^openapi-typescript-codegen.*ApiError/m);
  });
});
