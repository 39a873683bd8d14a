// `npm run check` runs the checks of CI: the static steps two at a time, then the tests if all of them passed.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { performance } from 'node:perf_hooks';

// the longest first, so that short steps fill the gaps
const STATIC = [
  { script: 'api-gates', name: 'OpenAPI document' },
  { script: 'lint:promises', name: 'unawaited promises' },
  { script: 'typecheck', name: 'strict types' },
  { script: 'build', name: 'build' },
  { script: 'unused', name: 'dead code' },
  { script: 'imports', name: 'import rules' },
  { script: 'lint', name: 'lint and format' },
];
const AT_ONCE = 2;

process.chdir(path.resolve(import.meta.dirname, '..'));
process.exitCode = await main();

async function main() {
  const generated = await check({ script: 'api-types', name: 'types of the API' });
  if (generated !== 0) return generated;
  const waiting = [...STATIC];
  const failures = [];
  const work = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const status = await check(step);
      if (status !== 0) failures.push(status);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (failures.length > 0) return failures[0];
  console.log('\n#### test: tests');
  // the last line of the tests is the last line of the output
  return (await run(['test', '--', '--forbid-only'], 'inherit')).status;
}

/** Resolves to the exit code of the step, whose output is shown in one piece. */
async function check({ script, name }) {
  const started = performance.now();
  // without their `pre` scripts, which would all generate the types again and replace them under the compiler
  const { status, output } = await run(['--ignore-scripts', script], ['inherit', 'pipe', 'pipe']);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const verdict = status === 0 ? 'ok' : 'FAILED';
  console.log(`#### ${script}: ${name}: ${verdict} in ${seconds} s`);
  if (output !== '') console.log(output.trimEnd());
  if (status !== 0) console.log(`#### To see it again: npm run ${script}`);
  return status;
}

function run(args, stdio) {
  return new Promise((resolve, reject) => {
    const words = ['run', '--silent', ...args];
    // the entry of npm, when npm started this, saves a search of the PATH
    const npm = process.env.npm_execpath;
    const child = npm ? spawn(process.execPath, [npm, ...words], { stdio }) : spawn('npm', words, { stdio });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ status: code ?? 1, output }));
  });
}
