// Which test file runs on which database engine. See the head of test/run.mjs for the rules.
import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

export const ENGINES = ['sqlite', 'mariadb'];
/** The run of the files that need no engine. */
const ONCE = 'once';
/** The programs that are no database. A file that is marked with one runs only where it is installed. */
const OTHER_PROGRAMS = ['redis', 'nginx', 'chromium', 'promtool', 'systemd', 'kotlin', 'php', 'python', 'go'];
const MARKS = [...ENGINES, ...OTHER_PROGRAMS, 'serial'];
/** The run of the files that are marked with this engine. It is separate, so that all runs take about as long. */
const onlyOn = (engine) => `${engine} only`;
/**
 * Serial files that run on SQLite beside MariaDB. SQLite has one writer, so few races can end differently there; without MariaDB, or with
 * `--engine sqlite`, all of them run on it.
 */
const SQLITE_CANARIES = [
  'test/apps/races.serial.test.ts',
  'test/auth/sessions/sessions-races.serial.test.ts',
  'test/feedback/write-races.serial.test.ts',
  'test/flows/processes/processes.serial.test.ts',
  'test/platform/http/deadline.serial.test.ts',
];
/**
 * Long files that do not run on SQLite beside MariaDB, because other files that do send all of their statements to it. A new file is never
 * here. Without MariaDB, or with `--engine sqlite`, they run on SQLite too.
 */
const SPARED_ON_SQLITE = [
  'test/apps/access.test.ts',
  'test/apps/analytics/analytics.test.ts',
  'test/apps/analytics/dashboard.test.ts',
  'test/apps/analytics/event-queue.test.ts',
  'test/apps/analytics/event-quota.test.ts',
  'test/apps/flags/flag-targeting.test.ts',
  'test/apps/flags/flags.test.ts',
  'test/apps/flags/targeting-budget.test.ts',
  'test/apps/maintenance/maintenance-dry-run.test.ts',
  'test/apps/maintenance/maintenance-windows.test.ts',
  'test/apps/maintenance/maintenance.test.ts',
  'test/apps/reads/snapshots.test.ts',
  'test/apps/reads/unknown-names.test.ts',
  'test/apps/releases/crash-guard.test.ts',
  'test/apps/releases/release-dry-run.test.ts',
  'test/auth/account/change-password.test.ts',
  'test/auth/account/email.test.ts',
  'test/auth/account/password-reset.test.ts',
  'test/auth/operators/operator-tokens.test.ts',
  'test/auth/operators/totp.test.ts',
  'test/auth/registration.test.ts',
  'test/auth/sessions/sessions.test.ts',
  'test/auth/spellings.test.ts',
  'test/auth/users.test.ts',
  'test/feedback/batch-neighbours.test.ts',
  'test/feedback/comments/comment-budget.test.ts',
  'test/feedback/comments/comment-model.test.ts',
  'test/feedback/counts/recount-command.test.ts',
  'test/feedback/moderation/blocks.test.ts',
  'test/feedback/moderation/held-content.test.ts',
  'test/feedback/moderation/reports.test.ts',
  'test/feedback/plans/changelog.test.ts',
  'test/feedback/posts/post-lists.test.ts',
  'test/feedback/posts/votes.test.ts',
  'test/feedback/reviews/review-lists.test.ts',
  'test/flows/erasure/erasure-kills.test.ts',
  'test/flows/erasure/export-large.test.ts',
  'test/flows/fuzz.test.ts',
  'test/flows/secrets.test.ts',
  'test/platform-admin/audit-csv.test.ts',
  'test/platform-admin/audit-log.test.ts',
  'test/platform-admin/matrix.test.ts',
  'test/platform-admin/test-phones.test.ts',
];
/** A run with more files is cut into parts, because one process uses one core. */
const FILES_PER_PART = 60;
const BROWSERS_AT_ONCE = 2;
const ENGINE_MODULE = 'test/support/engine.ts';
/** Debian's folders of servers, which may be missing in the PATH. */
const SBIN = ['/usr/sbin', '/usr/local/sbin'];
const RELATIVE_IMPORT = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

/** The paths of the programs that tests start; null for a missing one. */
export function findBinaries(env) {
  return {
    mariadb: firstExecutable([env.TEST_MYSQLD, ...onPath(env, 'mariadbd', SBIN), ...onPath(env, 'mysqld', SBIN)]),
    redis: firstExecutable(onPath(env, 'redis-server')),
    nginx: firstExecutable(onPath(env, 'nginx', SBIN)),
    chromium: firstExecutable([env.TEST_CHROMIUM, ...onPath(env, 'chromium')]),
    promtool: firstExecutable(onPath(env, 'promtool')),
    systemd: firstExecutable(onPath(env, 'systemd-analyze')),
    kotlin: firstExecutable(onPath(env, 'kotlinc')),
    php: firstExecutable(onPath(env, 'php')),
    python: firstExecutable(onPath(env, 'python3')),
    go: firstExecutable(onPath(env, 'go')),
  };
}

/** The product and version of the database server, such as `MySQL 9.7.4`; null when there is none, or it does not tell. */
export function describeServer(binary, env) {
  const product = binary === null ? null : productOf(binary);
  return product !== null && env.TEST_GALERA === '1' ? `Galera of three nodes, ${product}` : product;
}

function productOf(binary) {
  try {
    const text = execFileSync(binary, ['--no-defaults', '--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    const version = /\bVer ([\d.]+)/.exec(text)?.[1];
    return version === undefined ? null : `${text.includes('MariaDB') ? 'MariaDB' : 'MySQL'} ${version}`;
  } catch {
    return null;
  }
}

/**
 * A run `{name, engine, serial, files}` for the files without an engine, and two for each engine: the files marked with it, and those that
 * every engine runs. The same follows for the serial files. `engines` and `paths` narrow the choice; empty means all.
 */
export function planRuns({ engines, paths }, binaries) {
  const available = ENGINES.filter((engine) => engine === 'sqlite' || binaries.mariadb !== null);
  const missing = engines.find((engine) => !available.includes(engine));
  if (missing !== undefined) throw new Error(`${missing} was requested, but this machine has no such engine.`);
  const used = available.filter((engine) => engines.length === 0 || engines.includes(engine));
  const files = chosenFiles(paths);
  const runs = [false, true].flatMap((serial) =>
    [ONCE, ...used.map(onlyOn), ...used].map((name) => ({ name, engine: engineOf(name, used), serial, files: [] })),
  );
  for (const file of files) {
    const marks = marksOf(file);
    const serial = marks.includes('serial');
    const names = runsOf(file, marks, binaries).filter((name) => !isSpared({ file, serial }, name, used));
    for (const run of runs) if (run.serial === serial && names.includes(run.name)) run.files.push(file);
  }
  return runs.filter((run) => run.files.length > 0);
}

/** The run as parts `{..., title}` that can run side by side. */
export function partsOf(run) {
  return cut(run, run.name, Math.ceil(run.files.length / FILES_PER_PART));
}

/** A serial run as groups of parts, one group after the other: its files alone, then those of browsers, of which two work at a time. */
export function serialGroups(run) {
  const isOfBrowser = (file) => marksOf(file).includes('chromium');
  const [browser, alone] = [run.files.filter(isOfBrowser), run.files.filter((file) => !isOfBrowser(file))];
  const groups = [
    cut({ ...run, files: alone }, `${run.name}, serial`, 1),
    cut({ ...run, files: browser }, `${run.name}, browser`, Math.min(BROWSERS_AT_ONCE, browser.length)),
  ];
  return groups.filter((parts) => parts.some(({ files }) => files.length > 0));
}

/** Neighbours go to different parts, because they take about as long. */
function cut(run, title, count) {
  return Array.from({ length: count }, (_, part) => ({
    ...run,
    title: count === 1 ? title : `${title} ${part + 1}/${count}`,
    files: run.files.filter((_file, index) => index % count === part),
  }));
}

/** `['mariadb', 'serial']` of `x.mariadb.serial.test.ts`. */
function marksOf(file) {
  const marks = path.posix.basename(file, '.test.ts').split('.').slice(1);
  const unknown = marks.find((mark) => !MARKS.includes(mark));
  if (unknown !== undefined) throw new Error(`${file}: "${unknown}" is none of ${MARKS.join(', ')}.`);
  return marks;
}

function runsOf(file, marks, binaries) {
  if (missingPrograms(marks, binaries).length > 0) return [];
  const only = ENGINES.filter((engine) => marks.includes(engine)).map(onlyOn);
  if (only.length > 0) return only;
  return reachesEngine(file) ? ENGINES : [ONCE];
}

/** Whether a file need not run on SQLite, because it runs on MariaDB. */
function isSpared({ file, serial }, run, used) {
  if (run !== 'sqlite' || !used.includes('mariadb')) return false;
  return serial ? !SQLITE_CANARIES.includes(file) : SPARED_ON_SQLITE.includes(file);
}

/** A line for each chosen file that does not run because a program is missing. */
export function leftOut({ paths }, binaries) {
  return chosenFiles(paths).flatMap((file) => {
    const missing = missingPrograms(marksOf(file), binaries);
    return missing.length === 0 ? [] : [`LEFT OUT: ${file} needs ${missing.join(' and ')}`];
  });
}

function missingPrograms(marks, binaries) {
  return OTHER_PROGRAMS.filter((name) => marks.includes(name) && binaries[name] === null);
}

/** Files without an engine get a name too, so that they never start a server that was not requested. */
function engineOf(name, used) {
  return ENGINES.find((engine) => name === engine || name === onlyOn(engine)) ?? used[0];
}

/** Whether the file needs a database, directly or through its imports from test/. */
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
  const requested = paths.map((word) => path.relative('.', word).split(path.sep).join('/'));
  const unknown = requested.find((word) => !all.some((file) => isWithin(file, word)));
  if (unknown !== undefined) throw new Error(`There is no test file at ${unknown}.`);
  return all.filter((file) => requested.some((word) => isWithin(file, word)));
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
