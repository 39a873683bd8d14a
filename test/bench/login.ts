import { hash } from '@node-rs/argon2';
import mysql, { type RowDataPacket } from 'mysql2/promise';
import { FULL_COST } from '../../server/platform/crypto/password.ts';
import type { LoadClient } from './load-plan.ts';
import { type MeasuredClients, measureAll, runInTurn, type Served, startBaseline, startDiwan, summarize } from './machine.ts';
import { figure, promise, title } from './report.ts';
import { AUTH, prepareBench, type Registered, register, SIGN_IN_AT_ANY_RATE, TEST_PHONES } from './setup.ts';
import { tabulate } from './table.ts';

const ROUNDS = 5;
const SECONDS = 4;
/** Node compiles a function well only after thousands of calls, and a server answers few logins a second. */
const WARM_UP_SECONDS = 100;
const PASSWORD = 'correct horse battery staple';

/** Logins, compared with a server that only verifies one password hash of the same cost for each request. */
export async function benchLogin(): Promise<void> {
  const bench = await prepareBench();
  const diwan = await startDiwan({ ...bench.env, ...SIGN_IN_AT_ANY_RATE });
  const bare = await startBaseline('argon2-alone', await hash(PASSWORD, FULL_COST));
  const database = await mysql.createConnection(bench.databaseUrl);
  const devices = await Promise.all(TEST_PHONES.map((phone) => register(diwan.url, phone, PASSWORD)));
  const run = (server: Served, path: string) => () => measureStatements(database, server, loggingIn(path, devices));
  const works = { login: run(diwan, `${AUTH}/login`), 'argon2 alone': run(bare, '/') };
  await measureAll(diwan, WARM_UP_SECONDS, loggingIn(`${AUTH}/login`, devices));
  await runInTurn(1, works);
  reportLogins(await runInTurn(ROUNDS, works));
  await database.end();
  await Promise.all([diwan.stop(), bare.stop()]);
  await bench.stop();
}

/** Each phone signs in again from the device that it registered with. */
function loggingIn(path: string, devices: readonly Registered[]): LoadClient[] {
  return TEST_PHONES.map((phone, index) => {
    const body = JSON.stringify({ phone, password: PASSWORD });
    return { headers: devices[index]?.headers ?? {}, requests: [{ method: 'POST', path, body }] };
  });
}

type MeasuredLogins = MeasuredClients & { readonly statements: number };

/** `statements` per answer, pollers included. */
async function measureStatements(database: mysql.Connection, server: Served, clients: readonly LoadClient[]): Promise<MeasuredLogins> {
  const before = await statementsOf(database);
  const measured = await measureAll(server, SECONDS, clients);
  const answers = Object.values(measured.statuses).reduce((sum, count) => sum + count, 0);
  return { ...measured, statements: ((await statementsOf(database)) - before) / answers };
}

async function statementsOf(database: mysql.Connection): Promise<number> {
  const [rows] = await database.query<RowDataPacket[]>("SHOW GLOBAL STATUS LIKE 'Questions'");
  return Number(rows[0]?.['Value']);
}

function reportLogins(results: Readonly<Record<string, readonly MeasuredLogins[]>>): void {
  const rates = summarize(results, ({ rate }) => rate);
  const cpu = summarize(results, ({ cpuPerAnswer }) => cpuPerAnswer / 1_000);
  const statements = summarize(results, (measured) => measured.statements);
  title(`Password logins: answers a second, ${TEST_PHONES.length} clients, medians of ${ROUNDS} alternating runs`);
  for (const [name, rate] of Object.entries(rates.medians)) {
    figure(name, `${rate.toFixed(1)}, ${(cpu.medians[name] ?? Number.NaN).toFixed(1)} ms of CPU each`);
  }
  figure('statements of a login, pollers included', (statements.medians['login'] ?? Number.NaN).toFixed(2));
  figure('CPU of argon2 alone / CPU of a login', cpu.ratio('argon2 alone', 'login').toFixed(2));
  tabulate('login', rates, { diwan: 'login', others: { 'argon2 alone': 'argon2 alone' } });
  promise('login / argon2 alone', rates.ratio('login', 'argon2 alone'), { atLeast: 0.92 });
}
