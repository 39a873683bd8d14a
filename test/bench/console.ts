import { randomBytes } from 'node:crypto';
import { createConnection } from 'mysql2/promise';
import { searchKeysOf } from '../../server/services/auth/search/search-keys.ts';
import { startBrowser } from '../support/programs/browser.ts';
import { alternate, residentMegabytes, type Served, startDiwan } from './machine.ts';
import { figure, promise, title } from './report.ts';
import { AUTH, type Bench, prepareBench } from './setup.ts';

const SIZES = [10_000, 1_000_000] as const;
/** Rows in one statement. */
const BATCH = 2_000;
const ROUNDS = 11;
/** Reads in each round; the fastest one counts, because other work on the machine only adds time. */
const READS = 3;
const MINUTE_MS = 60_000;
const DAYS = 90;
const SLOTS = 16;
/** A tenth of the reviews waits for a moderator. */
const WAITING = 10;

/** Reads of the screens. `null` promises nothing: this one reads up to 10,000 rows that fit. */
const READ_PATHS: Readonly<Record<string, readonly [path: string, atMost: number | null]>> = {
  'what waits': ['/api/v1/admin/waiting', 2],
  queue: ['/api/v1/admin/moderation/queue?limit=20', 2],
  'queue, reviews only': ['/api/v1/admin/moderation/queue?limit=20&kinds=review', 2],
  'queue, words': ['/api/v1/admin/moderation/queue?limit=20&q=forty', null],
  'the days': ['/api/v1/admin/stats/daily?days=90', 2],
  users: [`${AUTH}/admin/users?limit=20`, 2],
  'users, longest away': [`${AUTH}/admin/users?limit=20&sort=lastLoginAt&order=asc`, 2],
  'users by the last digits': [`${AUTH}/admin/users?limit=20&q=4321`, 2],
  'users by a rare name': [`${AUTH}/admin/users?limit=20&q=zubayda`, 2],
  'users of a month': [`${AUTH}/admin/users?limit=20&from=${new Date(Date.now() - 30 * 86_400_000).toISOString()}`, 2],
  'users by a frequent name': [`${AUTH}/admin/users?limit=20&q=ahmad`, 2],
  'users, nothing found': [`${AUTH}/admin/users?limit=20&q=nobody-is-called-so`, 2],
};
const WAITING_MS = 20;

/** The reads of the console over a project of 10,000 and one of 1,000,000 users and reviews, by HTTP. */
export async function benchConsole(): Promise<void> {
  const bench = await prepareBench();
  const env = { ...bench.env, RATE_LIMIT_ADMIN: 'off', RATE_LIMIT_GLOBAL: 'off' };
  const diwan = await startDiwan(env);
  const projects: number[] = [];
  for (const size of SIZES) projects.push(await newProject(diwan.url, bench.apiKey, size));
  for (const [index, size] of SIZES.entries()) await fill(bench, projects[index] ?? 0, size);
  for (const [name, [path, atMost]] of Object.entries(READ_PATHS)) {
    const runs = projects.map((id, index) => [String(SIZES[index]), () => fastest(diwan.url + path, bench.apiKey, id)] as const);
    const { medians, ratio } = await alternate(ROUNDS, Object.fromEntries(runs));
    title(`${name}: milliseconds, medians of ${ROUNDS} alternating runs`);
    for (const [size, ms] of Object.entries(medians)) figure(`${size} rows`, ms.toFixed(1));
    const quotient = ratio(String(SIZES[1]), String(SIZES[0]));
    if (atMost === null) figure('large / small', quotient.toFixed(2));
    else promise('large / small', quotient, { atMost });
    if (name === 'what waits') promise('large, milliseconds', medians[String(SIZES[1])] ?? Number.NaN, { atMost: WAITING_MS });
  }
  if (process.env['TEST_CHROMIUM'] === undefined) figure('Today in a browser', 'not measured: TEST_CHROMIUM names no Chromium');
  else await benchToday(diwan, bench.apiKey, projects[0] ?? 0);
  await diwan.stop();
  await bench.stop();
}

const OPENINGS = 7;
const TODAY_MS = 1_500;
/** The memory that openings of the console may add to a process. */
const CONSOLE_MB = 5;
/** The start of the largest element that was drawn (LCP), in milliseconds after the navigation. */
const LCP = `new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
  .observe({ type: 'largest-contentful-paint', buffered: true }))`;

/** The first screen in a browser without a cache, with the API beside it, and what serving it costs in memory. */
async function benchToday({ url, pid }: Served, apiKey: string, projectId: number): Promise<void> {
  const operator = { username: 'bench.console', password: randomBytes(18).toString('base64url'), role: 'admin' };
  const headers = { 'Content-Type': 'application/json', 'X-Api-Key': apiKey };
  const created = await fetch(`${url}/api/v1/admin/projects/${projectId}/operators`, {
    method: 'POST',
    headers,
    body: JSON.stringify(operator),
  });
  if (!created.ok) throw new Error(`operators: ${created.status} ${await created.text()}`);
  const before = residentMegabytes(pid);
  const browser = await startBrowser();
  const page = await browser.newPage({ locale: 'en-GB' });
  const drawn = () => page.locator('.tiles:not([aria-busy=true])').waitFor();
  await page.goto(`${url}/console/`);
  await page.getByLabel('Username').fill(operator.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(operator.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await drawn();
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Network.setCacheDisabled', { cacheDisabled: true });
  const times: number[] = [];
  for (let opening = 0; opening < OPENINGS; opening += 1) {
    await page.reload();
    await drawn();
    times.push(await page.evaluate<number>(LCP));
  }
  await browser.close();
  times.sort((a, b) => a - b);
  title(`Today in Chromium, signed in, no cache, median of ${OPENINGS} openings`);
  promise('largest contentful paint, milliseconds', times[Math.floor(OPENINGS / 2)] ?? Number.NaN, { atMost: TODAY_MS });
  promise('resident memory that the openings added, MB', residentMegabytes(pid) - before, { atMost: CONSOLE_MB });
}

async function fastest(url: string, apiKey: string, projectId: number): Promise<number> {
  const times: number[] = [];
  for (let read = 0; read < READS; read += 1) {
    const start = performance.now();
    const response = await fetch(url, { headers: { 'X-Api-Key': apiKey, 'X-Project-ID': String(projectId) } });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    times.push(performance.now() - start);
  }
  return Math.min(...times);
}

async function newProject(url: string, apiKey: string, size: number): Promise<number> {
  const headers = { 'Content-Type': 'application/json', 'X-Api-Key': apiKey };
  const response = await fetch(`${url}/api/v1/admin/projects`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: `Bench ${size}` }),
  });
  if (!response.ok) throw new Error(`projects: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { id: number }).id;
}

type Value = string | number | Date | null;

async function fill({ databaseUrl }: Bench, projectId: number, size: number): Promise<void> {
  const connection = await createConnection(databaseUrl);
  const now = Date.now();
  const at = (index: number): Date => new Date(now - (size - index) * Math.floor((DAYS * 24 * 60 * MINUTE_MS) / size));
  const insert = async (table: string, columns: string, row: (index: number) => readonly Value[], count = size): Promise<void> => {
    for (let from = 0; from < count; from += BATCH) {
      const rows = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => row(from + index));
      await connection.query(`INSERT INTO ${table} (${columns}) VALUES ?`, [rows]);
    }
    await connection.query(`ANALYZE TABLE ${table}`);
  };
  const start = performance.now();
  await insert('users', USER_COLUMNS, (index) => userRow(projectId, index, at(index)));
  await insert('user_counts', USER_COUNT_COLUMNS, (index) => userCountRow(projectId, size, index, now), (DAYS + 1) * SLOTS);
  await insert('reviews', REVIEW_COLUMNS, (index) => reviewRow(projectId, index, at(index)));
  await insert('daily_counts', DAY_COLUMNS, (index) => dayRow(projectId, index, now), DAYS * SLOTS);
  await connection.end();
  figure(`${size} users and reviews filled in, seconds`, ((performance.now() - start) / 1_000).toFixed(0));
}

const USER_COLUMNS = `id, project_id, phone, phone_key, first_name, last_name, language, status, role, notifications, phone_verified, last_login_at, created_at, updated_at,
  search_key, search_key2, search_key3, search_key4, search_key_end, phone_tail`;
const NAMES = ['Ahmad', 'Sara', 'Noura', 'Omar', 'Leila', 'Hasan', 'Mona', 'Yusuf', 'Grace', 'Tom'];

/** Every tenth is called Ahmad, and ten of a project Zubayda. */
function userRow(projectId: number, index: number, at: Date): readonly Value[] {
  const id = `${String(projectId).padStart(8, '0')}-0000-4000-8000-${String(index).padStart(12, '0')}`;
  const phone = `+9665${String(10_000_000 + index)}`;
  const firstName = index < 10 ? 'Zubayda' : (NAMES[index % NAMES.length] ?? '');
  const keys = searchKeysOf({ firstName, lastName: `Family${index}`, email: null, phone });
  const { searchKey, searchKey2 = null, searchKey3 = null, searchKey4 = null, searchKeyEnd = null, phoneTail = null } = keys;
  const profile = [id, projectId, phone, phone, firstName, `Family${index}`, 'ar', 'active', 'customer', 1, 1, at, at, at];
  return [...profile, searchKey, searchKey2, searchKey3, searchKey4, searchKeyEnd, phoneTail];
}

const REVIEW_COLUMNS =
  'project_id, item_type, item_id, user_id, rating, title, comment, status, is_settled, source, search_key, created_at, updated_at';

function reviewRow(projectId: number, index: number, at: Date): readonly Value[] {
  const text = `Arrived on time and as described, number ${index}${index % 1_000 === 0 ? ' forty' : ''}`;
  const status = index % WAITING === 0 ? 'pending' : 'approved';
  const author = `00000000-0000-4000-8000-${String(index % 500).padStart(12, '0')}`;
  const item = ['product', index];
  return [projectId, ...item, author, 1 + (index % 5), 'As described', text, status, 1, 'authenticated', text.toLowerCase(), at, at];
}

const USER_COUNT_COLUMNS = 'project_id, day, role, status, slot, users';

/** The rows of all days, then those of each day, with about the same number of users in each slot. */
function userCountRow(projectId: number, size: number, index: number, now: number): readonly Value[] {
  const [back, slot] = [Math.floor(index / SLOTS), index % SLOTS];
  const day = back === 0 ? '' : dayBefore(now, back - 1);
  const share = Math.floor(size / (back === 0 ? SLOTS : SLOTS * DAYS));
  const rest = back === 0 && slot === 0 ? size % SLOTS : 0;
  return [projectId, day, 'customer', 'active', slot, share + rest];
}

function dayBefore(now: number, days: number): string {
  return new Date(now - days * 24 * 60 * MINUTE_MS).toISOString().slice(0, 10);
}

const DAY_COLUMNS = 'project_id, day, slot, reviews, approved, stars, posts, votes, comments, registrations, sign_ins';

function dayRow(projectId: number, index: number, now: number): readonly Value[] {
  return [projectId, dayBefore(now, Math.floor(index / SLOTS)), index % SLOTS, 7, 6, 24, 3, 40, 12, 9, 80];
}
