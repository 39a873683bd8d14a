import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openApiTypescript } from './cli-types.ts';
import { runTool } from './run-tool.ts';

const ROOT = path.join(import.meta.dirname, '../..');

interface Generator {
  readonly name: string;
  readonly program: string;
  /** The arguments that read `api` and write below `folder`. */
  args(api: string, folder: string): readonly string[];
}

function generators(tools: string): Generator[] {
  const inTools = (file: string): string => path.join(tools, 'node_modules', file);
  return [
    {
      name: 'openapi-typescript',
      program: openApiTypescript(tools),
      args: (api, folder) => [api, '--output', path.join(folder, 'api.ts')],
    },
    {
      name: '@hey-api/openapi-ts',
      program: inTools('@hey-api/openapi-ts/bin/run.js'),
      args: (api, folder) => ['--input', api, '--output', folder, '--client', '@hey-api/client-fetch', '--no-log-file'],
    },
    {
      name: 'orval',
      program: inTools('orval/dist/bin/orval.js'),
      args: (api, folder) => ['--input', api, '--output', path.join(folder, 'api.ts'), '--client', 'fetch'],
    },
    {
      name: 'swagger-typescript-api',
      program: inTools('swagger-typescript-api/dist/cli.mjs'),
      args: (api, folder) => ['generate', '--path', api, '--output', folder, '--name', 'api.ts', '--silent'],
    },
    {
      name: 'openapi-typescript-codegen',
      program: inTools('openapi-typescript-codegen/bin/index.js'),
      args: (api, folder) => ['--input', api, '--output', folder, '--client', 'fetch'],
    },
  ];
}

const COMPILER_OPTIONS = {
  strict: true,
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  types: [],
  noEmit: true,
};

/** Generates a client with each generator; all must pass the strict compiler. Resolves to the faults, or to null. */
export async function generateClients(api: string, tools: string): Promise<string | null> {
  const parent = path.join(path.dirname(api), 'clients');
  mkdirSync(parent);
  const faults = await Promise.all(generators(tools).map((generator) => generate(generator, api, parent)));
  const failed = faults.filter((fault) => fault !== null);
  if (failed.length > 0) return failed.join('\n');
  writeFileSync(path.join(parent, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS }));
  const { code, stdout } = await runTool(path.join(ROOT, 'node_modules/typescript/bin/tsc'), ['--project', parent], parent);
  return code === 0 ? null : `The compiler refuses generated code; the folder is the name of the generator.\n${stdout}`;
}

async function generate({ name, program, args }: Generator, api: string, parent: string): Promise<string | null> {
  const folder = path.join(parent, name.replaceAll(/[@/]+/g, '-').replace(/^-/, ''));
  mkdirSync(folder);
  const { code, stdout, stderr } = await runTool(program, args(api, folder), parent);
  const hasCode = readdirSync(folder, { recursive: true, encoding: 'utf8' }).some((file) => file.endsWith('.ts'));
  return code === 0 && hasCode ? null : `${name} generates nothing (exit code ${code}):\n${stdout}${stderr}`;
}
