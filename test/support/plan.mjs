// Which test file runs on which database engine. See the head of test/run.mjs for the rules.
import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

export const ENGINES = ['sqlite', 'mariadb'];
/** The run of what needs no engine, or the embedded one alone. */
const ONCE = 'once';
const MARKS = [...ENGINES, 'redis', 'quiet'];
const ENGINE_MODULE = 'test/support/engine.ts';
/** Debian keeps database servers where not everybody's PATH leads. */
const SBIN = ['/usr/sbin', '/usr/local/sbin'];
const RELATIVE_IMPORT = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

/** Where the servers are that tests start for themselves; null where there is none. */
export function findBinaries(env) {
  return {
    mariadb: firstExecutable([env.TEST_MYSQLD, ...onPath(env, 'mariadbd', SBIN), ...onPath(env, 'mysqld', SBIN)]),
    redis: firstExecutable(onPath(env, 'redis-server')),
  };
}

/**
 * One `{name, engine, quiet, files}` for each engine that has something to run and one for what runs once, then the same for the quiet
 * files. `engines` and `paths` narrow the choice; empty means all.
 */
export function planRuns({ engines, paths }, binaries) {
  const available = ENGINES.filter((engine) => engine === 'sqlite' || binaries.mariadb !== null);
  const missing = engines.find((engine) => !available.includes(engine));
  if (missing !== undefined) throw new Error(`${missing} was asked for, but there is no such engine here.`);
  const used = available.filter((engine) => engines.length === 0 || engines.includes(engine));
  const files = chosenFiles(paths);
  const runs = [false, true].flatMap((quiet) => [ONCE, ...used].map((name) => ({ name, engine: engineOf(name, used), quiet, files: [] })));
  for (const file of files) {
    const marks = marksOf(file);
    const names = runsOf(file, marks, { used, binaries });
    for (const run of runs) if (run.quiet === marks.includes('quiet') && names.includes(run.name)) run.files.push(file);
  }
  return runs.filter((run) => run.files.length > 0);
}

/** `['mariadb', 'quiet']` of `x.mariadb.quiet.test.ts`. */
function marksOf(file) {
  const marks = path.posix.basename(file, '.test.ts').split('.').slice(1);
  const unknown = marks.find((mark) => !MARKS.includes(mark));
  if (unknown !== undefined) throw new Error(`${file}: "${unknown}" is none of ${MARKS.join(', ')}.`);
  return marks;
}

function runsOf(file, marks, { used, binaries }) {
  if (marks.includes('redis') && binaries.redis === null) return [];
  if (marks.includes('mariadb')) return ['mariadb'];
  // beside those of both engines, so that the runs take about as long as each other
  if (marks.includes('sqlite')) return used.includes('sqlite') ? [ONCE] : [];
  return reachesEngine(file) ? ENGINES : [ONCE];
}

/** What needs no engine is told one nevertheless, so that it never starts a server that was not asked for. */
function engineOf(name, used) {
  return name === ONCE ? used[0] : name;
}

/** Whether the file asks for a database, itself or through what it imports from test/. */
function reachesEngine(file, seen = new Set()) {
  if (file === ENGINE_MODULE) return true;
  if (seen.has(file) || !file.startsWith('test/') || !existsSync(file)) return false;
  seen.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(RELATIVE_IMPORT);
  return [...imports].some(([, target]) => reachesEngine(path.posix.join(path.posix.dirname(file), target), seen));
}

function chosenFiles(paths) {
  const all = readdirSync('test', { recursive: true })
    .map((name) => path.posix.join('test', name.split(path.sep).join('/')))
    .filter((file) => file.endsWith('.test.ts'))
    .sort();
  if (paths.length === 0) return all;
  const wanted = paths.map((word) => path.relative('.', word).split(path.sep).join('/'));
  const unknown = wanted.find((word) => !all.some((file) => isWithin(file, word)));
  if (unknown !== undefined) throw new Error(`There is no test file at ${unknown}.`);
  return all.filter((file) => wanted.some((word) => isWithin(file, word)));
}

function isWithin(file, word) {
  return file === word || file.startsWith(`${word}/`);
}

function onPath(env, name, more = []) {
  const folders = [...(env.PATH ?? '').split(path.delimiter), ...more];
  return folders.filter(Boolean).map((folder) => path.join(folder, name));
}

function firstExecutable(candidates) {
  return candidates.find((file) => file && isExecutable(file)) ?? null;
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
