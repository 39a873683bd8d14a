import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { recordedApi } from '../support/api-document.ts';
import { runProgram, runTool } from './run-tool.ts';

const CLIENT = path.join(import.meta.dirname, '../../client');
const PROJECT = path.join(import.meta.dirname, 'hermes');
/** Hermes has programs for these machines only. */
const FOLDERS: Readonly<Record<string, string>> = { 'linux-x64': 'linux64-bin', 'darwin-x64': 'osx-bin', 'darwin-arm64': 'osx-bin' };
const APP = 'market';
const ANSWERED = [
  ['get', '/api/v1/apps/{slug}/bootstrap'],
  ['post', '/api/v1/apps/{slug}/ofrep/v1/evaluate/flags'],
  ['post', '/api/v1/apps/{slug}/analytics/batch'],
  ['post', '/api/v2/auth/register-verify'],
  ['post', '/api/v2/auth/refresh'],
  ['post', '/api/v1/posts'],
] as const;
/** The program prints this when the client works: its answers are those of the API document. */
const EXPECTED = {
  online: { source: 'network', screen: 'maintenance', flag: true, firstName: 'Layla', post: 1, left: 0 },
  offline: { source: 'cache', screen: 'maintenance', isOn: true, state: 'signed_in' },
  refreshes: 1,
  posts: 2,
  events: ['opened', 'closed'],
  faults: [],
};

/**
 * Bundles an app with the built client as React Native does, compiles the bundle and runs it in Hermes. Resolves to the faults, or to
 * null. The engine of `hermes-engine-cli` is older than the compiler and does not take its bytecode, so it runs the bundle.
 */
export async function checkClientInHermes(tools: string): Promise<string | null> {
  const folder = FOLDERS[`${process.platform}-${process.arch}`];
  if (folder === undefined) {
    console.log(`NOT RUN: the client in Hermes, which has no programs for ${process.platform} on ${process.arch}.`);
    return null;
  }
  const modules = path.join(tools, 'node_modules');
  const project = mkdtempSync(path.join(tools, 'hermes-'));
  try {
    writeProject(project);
    const metro = [path.join(modules, 'metro/src/cli.js'), 'build', 'program.js', '--config', 'metro.config.cjs'] as const;
    const bundled = await runTool(metro[0], [...metro.slice(1), '--platform', 'android', '--out', 'bundle.js'], project);
    if (bundled.code !== 0) return `Metro: ${bundled.stdout}${bundled.stderr}`;
    const compiler = path.join(modules, 'hermes-compiler/hermesc', folder, 'hermesc');
    const compiled = await runProgram(compiler, ['-O', '-emit-binary', '-out', 'bundle.hbc', 'bundle.js'], project);
    if (compiled.code !== 0) return `Hermes does not compile the bundle: ${compiled.stderr}`;
    const { stdout, stderr } = await runProgram(path.join(modules, 'hermes-engine-cli', folder, 'hermes'), ['bundle.js'], project);
    return isDeepStrictEqual(parsed(stdout), EXPECTED) ? null : `In Hermes: ${stdout}${stderr}\nexpected: ${JSON.stringify(EXPECTED)}`;
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

/** The program with the package installed as an app has it, and with the answers of the document. */
function writeProject(project: string): void {
  cpSync(PROJECT, project, { recursive: true });
  const installed = path.join(project, 'node_modules/@diwan/client');
  for (const entry of ['dist', 'package.json']) cpSync(path.join(CLIENT, entry), path.join(installed, entry), { recursive: true });
  writeFileSync(path.join(project, 'package.json'), '{ "name": "app", "private": true }');
  writeFileSync(path.join(project, 'answers.json'), JSON.stringify(recordedAnswers()));
}

/** The first answer of each operation in the document, which a real server gave. */
function recordedAnswers(): Record<string, { readonly status: number; readonly body: unknown }> {
  const { paths } = recordedApi();
  return Object.fromEntries(
    ANSWERED.map(([method, address]) => {
      const [status, answer] = Object.entries(paths[address]?.[method]?.responses ?? {})[0] ?? [];
      const body = answer !== undefined && 'content' in answer ? answer.content?.['application/json']?.example : undefined;
      return [`${method.toUpperCase()} ${address.replace('{slug}', APP)}`, { status: Number(status), body }];
    }),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
