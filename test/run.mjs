// `npm test` runs Mocha once per database engine, once for tests without one and once for those on one engine only, in parallel and long runs
// in parts, then the serial files in the same runs, one run at a time. It ends with the failures, a line each, and the sum.
//
//   npm test                                  everything, on SQLite and, where there is a binary, on MariaDB
//   npm test -- test/apps/features.test.ts    these files or folders
//   npm test -- --engine sqlite --grep vote   one engine; unknown options go to Mocha
//   npm test -- --list                        lists the files of each run
//   TEST_MYSQLD=/opt/mysqld npm test          takes this MariaDB or MySQL
//   TEST_CHROMIUM=/opt/chrome npm test        takes this Chromium instead of the one of the PATH
//   TEST_GALERA=1 npm test -- test/flows      the shared database server is a cluster of three nodes; the tests write through the first
//   TMPDIR=/tmp npm test                      keeps the files of tests on this disk; without it they are in memory where there is enough
//   TEST_CPU=1 npm test                       prints the CPU time of each file and of its child processes
//
// The name and the imports of a file decide where it runs:
//   imports test/support/engine.ts, even indirectly      on every engine: it needs a database
//                                                        where MariaDB runs, SQLite is spared some long files (SPARED_ON_SQLITE)
//   anything else                                        once
//   x.sqlite.test.ts, x.mariadb.test.ts                  on that engine only, in a run of its own
//   x.redis.test.ts, x.nginx.test.ts, x.chromium.test.ts only where there is a redis-server, an nginx, a chromium; the files that
//                                                        are left out are listed before the sum
//   x.promtool.test.ts, x.systemd.test.ts                likewise: a promtool (Debian: prometheus), a systemd-analyze
//   x.kotlin.test.ts                                     likewise: a kotlinc (Debian: kotlin)
//   x.php.test.ts, x.python.test.ts, x.go.test.ts        likewise: php (Debian: php-cli), python3, go (Debian: golang-go)
//   x.serial.test.ts, x.mariadb.serial.test.ts, …        after all others, one file at a time, two where a browser works:
//                                                        it measures time, or needs every
//                                                        request of a crowd to get a connection within 1.5 s; where MariaDB runs,
//                                                        SQLite runs its canaries alone (SQLITE_CANARIES of test/support/plan.mjs)
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { availableParallelism, constants, freemem, tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { describeServer, ENGINES, findBinaries, leftOut, partsOf, planRuns, serialGroups } from './support/plan.mjs';

const OPTIONS_WITH_VALUE = new Set(['--grep', '-g', '--fgrep', '-f', '--timeout', '-t', '--slow', '-s', '--retries', '--require', '-r']);
/** A run that does not end after its tests and its teardown has left something open: a pool, a server, a timer. */
const GRACE_SECONDS = 20;
/** Tests wait more than they compute, so more parts than cores run at a time. */
const AT_ONCE = availableParallelism() + 3;
/** A file system in memory. All tests together had 2.7 GB of files at most. */
const MEMORY = '/dev/shm';
const FREE_SPACE = 8 * 1024 ** 3;
const FREE_MEMORY = 12 * 1024 ** 3;

process.chdir(path.resolve(import.meta.dirname, '..'));
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error.message);
  console.log('0 passed, 1 failed');
  process.exitCode = 2;
}

async function main(argv) {
  const options = parseArguments(argv);
  const binaries = findBinaries(process.env);
  if (options.list) return list(planRuns(options, binaries));
  const product = describeServer(binaries.mariadb, process.env);
  announce(options.engines, binaries, product);
  process.env.TMPDIR ??= folderOfFiles();
  console.log(`files    in ${process.env.TMPDIR}`);
  const sum = { passed: 0, failed: 0, status: 0, failures: [], isInterrupted: false };
  for (const outcome of await runAll(planRuns(options, binaries), (run, shown) =>
    runMocha(run, { rest: options.rest, binaries, product, shown }),
  )) {
    sum.passed += outcome.passed;
    sum.failed += outcome.failed;
    sum.status ||= outcome.status;
    sum.isInterrupted ||= outcome.interrupted;
    sum.failures.push(...outcome.failures.map((failure) => `${outcome.title}: ${failure}`));
  }
  for (const line of leftOut(options, binaries)) console.log(line);
  // the failures are last, because a viewer may keep only the end of a long output
  for (const failure of sum.failures) console.log(failure);
  if (sum.isInterrupted) return endInterrupted(sum);
  if (sum.passed + sum.failed === 0) console.log('No test ran, which counts as a failure.');
  if (sum.passed + sum.failed === 0) sum.failed = 1;
  console.log(`${sum.passed} passed, ${sum.failed} failed`);
  return sum.failed > 0 ? sum.status || 1 : sum.status;
}

/** The tests that had not ended are neither passed nor failed. */
function endInterrupted({ passed, failed, status }) {
  console.log('The run was interrupted; the remaining tests did not run.');
  console.log(`${passed} passed, ${failed} failed, interrupted`);
  return status || 1;
}

function parseArguments(argv) {
  const options = { engines: [], paths: [], rest: [], list: false };
  const words = [...argv];
  while (words.length > 0) {
    const word = words.shift();
    if (word === '--engine') options.engines.push(words.shift());
    else if (word.startsWith('--engine=')) options.engines.push(word.slice('--engine='.length));
    else if (word === '--list') options.list = true;
    else if (OPTIONS_WITH_VALUE.has(word)) options.rest.push(word, words.shift() ?? '');
    else if (word.startsWith('-')) options.rest.push(word);
    else options.paths.push(word);
  }
  const unknown = options.engines.findIndex((engine) => !ENGINES.includes(engine));
  if (unknown >= 0) throw new Error(`--engine takes ${ENGINES.join(' or ')}, not "${options.engines[unknown] ?? ''}".`);
  return options;
}

function list(runs) {
  for (const { name, files } of runs) for (const file of files) console.log(`${name} ${file}`);
  return 0;
}

function announce(engines, binaries, product) {
  const ifRequested = (engine, answer) => (engines.length === 0 || engines.includes(engine) ? answer : 'no, not asked for');
  const mariadb =
    binaries.mariadb === null
      ? 'no, neither TEST_MYSQLD nor mariadbd nor mysqld was found'
      : `yes, ${[product, binaries.mariadb].filter(Boolean).join(', ')}`;
  console.log(`sqlite   ${ifRequested('sqlite', 'yes, embedded')}`);
  console.log(`mariadb  ${ifRequested('mariadb', mariadb)}`);
  const programs = {
    redis: 'redis-server',
    nginx: 'nginx',
    chromium: 'chromium',
    promtool: 'promtool',
    systemd: 'systemd-analyze',
    kotlin: 'kotlinc',
    php: 'php',
    python: 'python3',
    go: 'go',
  };
  for (const [mark, program] of Object.entries(programs))
    console.log(`${mark.padEnd(8)} ${binaries[mark] === null ? `no, ${program} was not found` : `yes, ${binaries[mark]}`}`);
}

/** A disk that stalls for seconds makes statements of a database fail, which memory does not. */
function folderOfFiles() {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= FREE_SPACE && freemem() >= FREE_MEMORY ? MEMORY : tmpdir();
}

/** The serial runs wait for the others and for each other, because they would take CPU time from each other. */
async function runAll(runs, start) {
  const outcomes = [];
  // the longest runs are the last of the plan
  const side = runs.filter(({ serial }) => !serial).reverse();
  const alone = runs.filter(({ serial }) => serial).flatMap(serialGroups);
  for (const parts of [side.flatMap(partsOf), ...alone]) {
    if (outcomes.some(({ interrupted }) => interrupted)) break;
    const ended = await runGroup(parts, start);
    for (const { output } of ended) process.stdout.write(output);
    outcomes.push(...ended);
  }
  return outcomes;
}

/** Starts the next part as soon as one ends. The first one is shown live. */
async function runGroup(parts, start) {
  const outcomes = [];
  const waiting = [...parts.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, part] = next;
      outcomes[index] = await start(part, index === 0);
      if (outcomes[index].interrupted) waiting.length = 0;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return outcomes.filter(Boolean);
}

/** Its output is shown live, or is the outcome's `output`. */
async function runMocha({ name, engine, title: part, files }, { rest, binaries, product, shown }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'diwan-run-'));
  const result = path.join(folder, 'result.json');
  const output = path.join(folder, 'output');
  const file = shown ? null : openSync(output, 'a');
  const say = (line) => (shown ? console.log(line) : writeSync(file, `${line}\n`));
  const title = name.startsWith('mariadb') && product !== null ? part.replace(name, `${name} (${product})`) : part;
  const started = performance.now();
  say(`\n== ${title}: ${files.length} files ==`);
  try {
    const command = [...mochaCommand(result), ...rest, ...files];
    const stdio = shown ? 'inherit' : ['inherit', file, file];
    const ended = await runProcess(command, { env: environment(engine, binaries), stdio }, result);
    const outcome = judge(ended, result, say);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    say(`== ${title}: ${outcome.passed} passed, ${outcome.failed} failed in ${seconds} s ==`);
    return { ...outcome, title, output: shown ? '' : readFileSync(output, 'utf8') };
  } finally {
    if (!shown) closeSync(file);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The settings of .mocharc.json as flags, so that mocha stays in this one process instead of starting a child for its node options. */
function mochaCommand(result) {
  const rc = JSON.parse(readFileSync('.mocharc.json', 'utf8'));
  return [
    ...rc['node-option'].map((option) => `--${option}`),
    'node_modules/mocha/bin/mocha.js',
    ...['--no-config', '--no-package', '--forbid-pending', '--timeout', String(rc.timeout)],
    ...rc.extension.flatMap((extension) => ['--extension', extension]),
    ...rc.require.flatMap((file) => ['--require', file]),
    ...['--reporter', 'test/support/reporter.ts', '--reporter-option', `result=${result}`],
    ...(process.env.CI ? ['--forbid-only'] : []),
  ];
}

function environment(engine, binaries) {
  const env = { ...process.env, TEST_ENGINE: engine };
  if (binaries.mariadb !== null) env.TEST_MYSQLD = binaries.mariadb;
  if (binaries.chromium !== null) env.TEST_CHROMIUM = binaries.chromium;
  return env;
}

function runProcess(args, options, result) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, options);
    const ended = { stuck: false, interrupted: false };
    const watch = watchForStuck(child, result, ended);
    const pass = (signal) => {
      ended.interrupted = true;
      child.kill(signal);
    };
    process.on('SIGINT', pass).on('SIGTERM', pass);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearInterval(watch);
      process.off('SIGINT', pass).off('SIGTERM', pass);
      resolve({ ...ended, code, signal });
    });
  });
}

function watchForStuck(child, result, ended) {
  let seconds = 0;
  return setInterval(() => {
    if (existsSync(result)) seconds += 1;
    if (seconds === GRACE_SECONDS) ended.stuck = true;
    if (seconds === GRACE_SECONDS) child.kill('SIGTERM');
    if (seconds === GRACE_SECONDS + 5) child.kill('SIGKILL');
  }, 1000);
}

/** A run fails when the exit code and the counts of Mocha contradict each other. */
function judge({ code, signal, stuck, interrupted }, result, say) {
  const counts = existsSync(result) ? JSON.parse(readFileSync(result, 'utf8')) : null;
  const status = code ?? 128 + constants.signals[signal];
  if (interrupted) return { passed: 0, failed: 0, failures: [], ...counts, status: status || 1, interrupted };
  const fault = faultOf({ counts, status, stuck, how: signal ?? `code ${status}` });
  if (fault === null) return { ...counts, status, interrupted };
  const failures = [...(counts?.failures ?? []), fault];
  say(`${fault} Counted as a failure.`);
  return { passed: counts?.passed ?? 0, failed: failures.length, failures, status: status || 1, interrupted };
}

function faultOf({ counts, status, stuck, how }) {
  if (stuck) return `Mocha did not end within ${GRACE_SECONDS} s of its last test: something was left open.`;
  if (counts === null) return `Mocha ended with ${how} before it could count.`;
  if (!counts.isComplete) return `Mocha ended with ${how} in the middle of its tests.`;
  if (status !== 0 && counts.failed === 0) return `Mocha ended with ${how} although no test failed.`;
  if (status === 0 && counts.failed > 0) return 'Mocha ended as if all was well although tests failed.';
  return null;
}
