import path from 'node:path';
import { runTool } from './run-tool.ts';

const CLIENT = path.join(import.meta.dirname, '../../client');

/** Builds and packs `@diwan/client`, and checks what a project that installs it finds. Resolves to the faults, or to null. */
export async function checkClientPackage(_api: string, tools: string): Promise<string | null> {
  const built = await runTool(path.join(CLIENT, 'build.mjs'), [], CLIENT);
  if (built.code !== 0) return built.stdout + built.stderr;
  const programs = [
    [path.join(tools, 'node_modules/publint/src/cli.js'), 'run', '--strict', CLIENT],
    [path.join(tools, 'node_modules/@arethetypeswrong/cli/dist/index.js'), '--pack', CLIENT, '--profile', 'esm-only'],
  ] as const;
  const ran = await Promise.all(programs.map(([program, ...args]) => runTool(program, args, CLIENT)));
  const faults = ran.filter(({ code }) => code !== 0).map(({ stdout, stderr }) => stdout + stderr);
  return faults.length === 0 ? null : faults.join('\n');
}
