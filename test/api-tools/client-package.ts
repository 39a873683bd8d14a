import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkClientInHermes } from './client-hermes.ts';
import { type Ran, runTool } from './run-tool.ts';

const CLIENT = path.join(import.meta.dirname, '../../client');
/** The most bytes of a module as an app loads it: bundled, minified and compressed. */
const LIMITS = { 'index.js': 8 * 1_024, 'adapters/openfeature.js': 2 * 1_024 };

/** Builds and packs `@diwan/client`, and checks what a project that installs it finds. Resolves to the faults, or to null. */
export async function checkClientPackage(_api: string, tools: string): Promise<string | null> {
  const built = await runTool(path.join(CLIENT, 'build.mjs'), [], CLIENT);
  if (built.code !== 0) return built.stdout + built.stderr;
  const programs = [
    [path.join(tools, 'node_modules/publint/src/cli.js'), 'run', '--strict', CLIENT],
    [path.join(tools, 'node_modules/@arethetypeswrong/cli/dist/index.js'), '--pack', CLIENT, '--profile', 'esm-only'],
  ] as const;
  const [inHermes, ...ran] = await Promise.all([
    checkClientInHermes(tools),
    weigh(tools),
    ...programs.map(([program, ...args]) => runTool(program, args, CLIENT)),
  ]);
  const faults = ran.filter(({ code }) => code !== 0).map(({ stdout, stderr }) => stdout + stderr);
  if (inHermes !== null) faults.push(inHermes);
  return faults.length === 0 ? null : faults.join('\n');
}

/** size-limit reads its limits, and finds its parts, where it is installed. */
function weigh(tools: string): Promise<Ran> {
  const limits = Object.entries(LIMITS).map(([file, bytes]) => {
    return { name: file, path: path.join(CLIENT, 'dist', file), limit: `${bytes} B`, gzip: true };
  });
  writeFileSync(path.join(tools, '.size-limit.json'), JSON.stringify(limits));
  return runTool(path.join(tools, 'node_modules/size-limit/bin.js'), [], tools);
}
