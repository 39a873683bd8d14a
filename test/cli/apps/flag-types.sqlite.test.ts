import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { registerApp } from '../../apps/support.ts';
import { temporaryFolder } from '../../support/engine.ts';
import { admin } from '../../support/requests/client.ts';
import { type Cli, startCliServer } from '../support/cli.ts';

/** It ends a comment, breaks a line and turns the text around. */
const ODD = 'Ends */ export const broken = 1;\n\u202eback';

const USES = `
import type { Flags } from './flags';
declare const flags: Flags;
const cart: boolean = flags.new_cart;
const theme: string = flags['checkout.theme'];
const size: number = flags.page_size;
const limits: Readonly<Record<string, unknown>> = flags.limits;
void [cart, theme, size, limits];
`;

describe('diwan flags types', () => {
  let cli: Cli;
  before(async () => {
    cli = await startCliServer();
  });
  after(() => cli.close());

  async function appWithFlags(): Promise<string> {
    const slug = await registerApp(cli.server);
    for (const flag of [
      { flagKey: 'new_cart', description: ODD },
      { flagKey: 'checkout.theme', valueType: 'string' },
      { flagKey: 'page_size', valueType: 'number' },
      { flagKey: 'limits', valueType: 'object' },
    ])
      await admin(cli.server).post(`/admin/apps/${slug}/features`, flag).expect(201);
    return slug;
  }

  it('prints an interface of keys and value types', async () => {
    const slug = await appWithFlags();
    const { code, stdout, stderr } = await cli.run(['flags', 'types', slug]);
    assert.deepEqual([code, stderr], [0, '']);
    assert.deepEqual(stdout.split('\n').slice(1), [
      'export interface Flags {',
      "  readonly 'checkout.theme': string;",
      '  readonly limits: Readonly<Record<string, unknown>>;',
      '  /** Ends *\\/ export const broken = 1; \\u{202e}back */',
      '  readonly new_cart: boolean;',
      '  readonly page_size: number;',
      '}',
      '',
    ]);
    assert.equal((await cli.run(['flags', 'types', slug])).stdout, stdout);
  });

  it('prints a declaration that compiles where it is used', async () => {
    const slug = await appWithFlags();
    const folder = await temporaryFolder();
    const [declaration, use] = ['flags.d.ts', 'use.ts'].map((name) => path.join(folder, name)) as [string, string];
    writeFileSync(declaration, (await cli.run(['flags', 'types', slug])).stdout);
    writeFileSync(use, `${USES}// @ts-expect-error of another type\nvoid (flags.new_cart satisfies string);\n`);
    const program = ts.createProgram([declaration, use], { strict: true, noEmit: true, types: [] });
    const faults = ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
    assert.deepEqual(faults, []);
  });

  it('prints an empty interface without any flags', async () => {
    const slug = await registerApp(cli.server);
    assert.match((await cli.run(['flags', 'types', slug])).stdout, /^\/\*\*.+\*\/\nexport interface Flags \{\n\}\n$/);
  });

  it('prints the types by key as JSON', async () => {
    const slug = await appWithFlags();
    assert.deepEqual(await cli.json(['flags', 'types', slug]), {
      'checkout.theme': 'string',
      limits: 'object',
      new_cart: 'boolean',
      page_size: 'number',
    });
  });

  it('exits 5 for an app that does not exist', async () => {
    assert.equal((await cli.run(['flags', 'types', 'nowhere'])).code, 5);
  });
});
