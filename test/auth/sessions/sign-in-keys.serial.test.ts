import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../server/platform/db/database.ts';
import { type Launched, launch, relaunch } from '../../flows/support.ts';
import { openDatabaseAt } from '../../support/databases/scratch-database.ts';
import { selectRows } from '../../support/databases/sql.ts';
import { endProcesses } from '../../support/programs/process.ts';
import { type FakeProviders, startFakeProviders } from '../../support/providers/fake-providers.ts';
import { authClient } from '../../support/requests/client.ts';
import { newPhone, register, requestCode } from '../support.ts';

/** Milliseconds between the first request and the kill: a sign-in takes some tens. */
const KILLS = [8, 24, 60, 120];
const AT_ONCE = 5;

interface Sent {
  readonly path: '/login-otp' | '/register-verify';
  readonly phone: string;
  readonly otp: string;
  readonly key: string;
}

describe('sign-ins by code with a key, at once and through kills', () => {
  let server: Launched;
  let db: Database;
  let providers: FakeProviders;

  before(async () => {
    providers = await startFakeProviders();
    server = await launch({ ...providers.env, OTP_COOLDOWN_SECONDS: '0', OTP_GUARD: 'off', RATE_LIMIT_LOGIN_OTP: 'off' });
    db = openDatabaseAt(server.env['DATABASE_URL'] ?? '');
  });
  after(async () => {
    endProcesses();
    await db.close();
    await providers.close();
  });

  const sign = async ({ path, phone, otp, key }: Sent) =>
    authClient(server, { headers: { 'Idempotency-Key': key } }).post(path, { phone, otp });
  const openedFor = async (phone: string): Promise<number> =>
    (
      await selectRows(
        db,
        `SELECT sessions.id FROM sessions JOIN users ON users.id = sessions.user_id AND users.project_id = sessions.project_id
         WHERE users.phone = :phone AND users.project_id = 11`,
        { phone },
      )
    ).length;

  it('opens one session for 20 requests at once', async () => {
    const { phone } = await register(server, providers);
    const otp = await requestCode(server, providers, { path: '/send-otp', phone });
    const sent: Sent = { path: '/login-otp', phone, otp, key: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => sign(sent)));
    const right = answers.filter(({ status }) => status === 200);
    assert.ok(right.length > 0);
    assert.equal(new Set(right.map(({ body }) => body.tokens.refreshToken)).size, 1);
    for (const { status, body } of answers) assert.ok(status === 200 || body.code === 'idempotency_in_progress', `${status} ${body.code}`);
    assert.equal(await openedFor(phone), 2);
  });

  it('signs everyone in once although the server is killed', async () => {
    let unanswered = 0;
    for (const delay of KILLS) {
      const waiting = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => prepare(index % 2 === 0)));
      const answers = waiting.map(({ sent }) => sign(sent).catch(() => null));
      await sleep(delay);
      await server.end('SIGKILL');
      unanswered += (await Promise.all(answers)).filter((answer) => answer === null).length;
      server = await relaunch(server.env);
      await Promise.all(waiting.map(({ sent, before }) => repeat(sent, before)));
    }
    assert.ok(unanswered > 0, 'every sign-in was answered before its kill');
  });

  async function prepare(isNew: boolean): Promise<{ sent: Sent; before: number }> {
    const phone = newPhone();
    if (!isNew) await register(server, providers, phone);
    const otp = await requestCode(server, providers, { path: isNew ? '/register-init' : '/send-otp', phone });
    return { before: isNew ? 0 : 1, sent: { path: isNew ? '/register-verify' : '/login-otp', phone, otp, key: randomUUID() } };
  }

  /** As a client does: waits while the first request may be running. */
  async function repeat(sent: Sent, before: number): Promise<void> {
    const until = performance.now() + 10_000;
    let answer = await sign(sent);
    while ((answer.status === 409 || answer.status === 503) && performance.now() < until) {
      await sleep(500);
      answer = await sign(sent);
    }
    assert.ok([200, 201].includes(answer.status), `${sent.path}: ${answer.status} ${answer.body.code}`);
    assert.equal(await openedFor(sent.phone), before + 1);
  }
});
