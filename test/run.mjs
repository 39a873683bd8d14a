// `npm test`: mocha once per database engine and once for what runs once, all at the same time, then the quiet files with the machine to
// themselves, then what failed, a line each, and one line with the sum.
//
//   npm test                                  everything, on SQLite and, where there is a binary, on MariaDB
//   npm test -- test/apps/features.test.ts    these files or folders
//   npm test -- --engine sqlite --grep vote   one engine; what is not known here goes to mocha
//   npm test -- --list                        what would run where
//
// Which file runs where follows from the file:
//   imports test/support/engine.ts, however indirectly   on every engine: it asks for a database
//   anything else                                        once
//   x.sqlite.test.ts                                     once, on the embedded engine
//   x.mariadb.test.ts                                    on that engine only
//   x.redis.test.ts                                      only where there is a redis-server
//   x.quiet.test.ts, x.mariadb.quiet.test.ts, …          when the rest is done, with the machine to itself: it asserts how long
//                                                        something takes, closer than a busy machine can promise, or that none of
//                                                        a crowd is turned away, as the server does after 1.5 s
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { ENGINES, findBinaries, planRuns } from './support/plan.mjs';

const TAKES_A_VALUE = new Set(['--grep', '-g', '--fgrep', '-f', '--timeout', '-t', '--slow', '-s', '--retries', '--require', '-r']);
/** A run whose tests are done but which does not end has left something open: a pool, a server, a timer. */
const GRACE_SECONDS = 20;

process.chdir(path.resolve(import.meta.dirname, '..'));
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error.message);
  console.log('0 passed, 1 failed');
  process.exitCode = 2;
}

async function main(argv) {
  const asked = parseArguments(argv);
  const binaries = findBinaries(process.env);
  if (asked.list) return list(planRuns(asked, binaries));
  announce(asked.engines, binaries);
  const sum = { passed: 0, failed: 0, status: 0, failures: [] };
  for (const outcome of await runAll(planRuns(asked, binaries), (run, shown) => runMocha(run, { rest: asked.rest, binaries, shown }))) {
    sum.passed += outcome.passed;
    sum.failed += outcome.failed;
    sum.status ||= outcome.status;
    sum.failures.push(...outcome.failures.map((failure) => `${outcome.title}: ${failure}`));
  }
  // what keeps the end of a long output only must keep these
  for (const failure of sum.failures) console.log(failure);
  if (sum.passed + sum.failed === 0) console.log('No test ran, which counts as a failure.');
  if (sum.passed + sum.failed === 0) sum.failed = 1;
  console.log(`${sum.passed} passed, ${sum.failed} failed`);
  return sum.failed > 0 ? sum.status || 1 : sum.status;
}

function parseArguments(argv) {
  const asked = { engines: [], paths: [], rest: [], list: false };
  const words = [...argv];
  while (words.length > 0) {
    const word = words.shift();
    if (word === '--engine') asked.engines.push(words.shift());
    else if (word.startsWith('--engine=')) asked.engines.push(word.slice('--engine='.length));
    else if (word === '--list') asked.list = true;
    else if (TAKES_A_VALUE.has(word)) asked.rest.push(word, words.shift() ?? '');
    else if (word.startsWith('-')) asked.rest.push(word);
    else asked.paths.push(word);
  }
  const unknown = asked.engines.findIndex((engine) => !ENGINES.includes(engine));
  if (unknown >= 0) throw new Error(`--engine takes ${ENGINES.join(' or ')}, not "${asked.engines[unknown] ?? ''}".`);
  return asked;
}

function list(runs) {
  for (const { name, files } of runs) for (const file of files) console.log(`${name} ${file}`);
  return 0;
}

function announce(engines, binaries) {
  const unlessUnasked = (engine, answer) => (engines.length === 0 || engines.includes(engine) ? answer : 'no, not asked for');
  const mariadb = binaries.mariadb === null ? 'no, neither TEST_MYSQLD nor mariadbd nor mysqld was found' : `yes, ${binaries.mariadb}`;
  const redis = binaries.redis === null ? 'no, redis-server was not found' : `yes, ${binaries.redis}`;
  console.log(`sqlite   ${unlessUnasked('sqlite', 'yes, embedded')}`);
  console.log(`mariadb  ${unlessUnasked('mariadb', mariadb)}`);
  console.log(`redis    ${redis}`);
}

/** The quiet runs wait for the others, and for each other. */
async function runAll(runs, start) {
  const loud = runs.filter(({ quiet }) => !quiet);
  // the last one takes the longest: there is something to see until the end
  const outcomes = await Promise.all(loud.map((run, index) => start(run, index === loud.length - 1)));
  for (const { output } of outcomes) process.stdout.write(output);
  for (const run of runs.filter(({ quiet }) => quiet)) {
    if (outcomes.some(({ interrupted }) => interrupted)) break;
    outcomes.push(await start(run, true));
  }
  return outcomes;
}

/** What it writes is shown as it comes, or is the outcome's `output`. */
async function runMocha({ name, engine, quiet, files }, { rest, binaries, shown }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'diwan-run-'));
  const result = path.join(folder, 'result.json');
  const output = path.join(folder, 'output');
  const file = shown ? null : openSync(output, 'a');
  const say = (line) => (shown ? console.log(line) : writeSync(file, `${line}\n`));
  const title = quiet ? `${name}, quiet` : name;
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

/** Mocha's exit code and its counts must tell one story; where they do not, the run failed and the sum says so. */
function judge({ code, signal, stuck, interrupted }, result, say) {
  const counts = existsSync(result) ? JSON.parse(readFileSync(result, 'utf8')) : null;
  const status = code ?? 128 + constants.signals[signal];
  const fault = whatWentWrong({ counts, status, stuck, how: signal ?? `code ${status}` });
  if (fault === null) return { ...counts, status, interrupted };
  const failures = [...(counts?.failures ?? []), fault];
  say(`${fault} Counted as a failure.`);
  return { passed: counts?.passed ?? 0, failed: failures.length, failures, status: status || 1, interrupted };
}

function whatWentWrong({ counts, status, stuck, how }) {
  if (stuck) return `Mocha did not end within ${GRACE_SECONDS} s of its last test: something was left open.`;
  if (counts === null) return `Mocha ended with ${how} before it could count.`;
  if (status !== 0 && counts.failed === 0) return `Mocha ended with ${how} although no test failed.`;
  if (status === 0 && counts.failed > 0) return 'Mocha ended as if all was well although tests failed.';
  return null;
}
