// `npm run check`: what CI runs, the cheap and telling steps first. Stops at the first that fails.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { performance } from 'node:perf_hooks';

const STEPS = [
  { script: 'typecheck', name: 'strict types' },
  { script: 'lint', name: 'lint and format' },
  { script: 'lint:promises', name: 'promises nobody waits for' },
  { script: 'imports', name: 'who may import whom' },
  { script: 'unused', name: 'dead code' },
  { script: 'build', name: 'build' },
  { script: 'test', name: 'tests', args: ['--', '--forbid-only'] },
];

process.chdir(path.resolve(import.meta.dirname, '..'));
process.exitCode = await main();

async function main() {
  for (const [index, step] of STEPS.entries()) {
    const title = `${index + 1}/${STEPS.length} ${step.script}: ${step.name}`;
    console.log(`\n#### ${title}`);
    const started = performance.now();
    const status = await run(['run', '--silent', step.script, ...(step.args ?? [])]);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    // the tests' own last line is the last line of the whole
    if (status === 0 && step.script !== 'test') console.log(`#### ok in ${seconds} s`);
    if (status !== 0) {
      if (step.script !== 'test') console.log(`#### FAILED ${title}, after ${seconds} s. To see it again: npm run ${step.script}`);
      return status;
    }
  }
  return 0;
}

function run(args) {
  return new Promise((resolve, reject) => {
    // npm's own entry, when npm started this, saves finding it on the PATH
    const npm = process.env.npm_execpath;
    const child = npm ? spawn(process.execPath, [npm, ...args], { stdio: 'inherit' }) : spawn('npm', args, { stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
