import assert from 'node:assert/strict';
import type { OperatorLinkKind } from '../../../models/auth/OperatorLink.ts';
import { settleDeliveries } from '../../../server/services/auth/otp/deliveries.ts';
import { selectRows } from '../../support/databases/sql.ts';
import { until } from '../../support/programs/process.ts';
import { codeAt } from '../../support/requests/authenticator.ts';
import { admin, client } from '../../support/requests/client.ts';
import { atOnce } from '../../support/requests/key-access.ts';
import { startServer } from '../../support/server.ts';
import { type ContactServer, startContactServer } from '../account/contact-support.ts';
import { auditOf } from '../sessions/session-support.ts';
import { movableClock, PASSWORD, refusedAs } from '../support.ts';
import { enableTotp, ownAccount, sessionOf, signIn } from './totp-support.ts';

const FRESH = 'another horse battery';
const MINUTE = 60;
const DAY = 86_400;
const PUBLIC_URL = 'https://diwan.example.com/base';

describe('the password of an operator by a link', () => {
  let running: ContactServer;
  let clock: ReturnType<typeof movableClock>;
  let count = 0;

  before(async () => {
    clock = movableClock();
    running = await startContactServer({ clock, env: { PUBLIC_URL: `${PUBLIC_URL}/` } });
  });
  after(() => running.close());

  interface Invited {
    readonly id: number;
    readonly username: string;
    readonly email: string;
  }

  const create = (values: object) => admin(running.server).post('/admin/projects/11/operators', { role: 'staff', ...values });
  const reset = (path: 'init' | 'confirm', body: object) =>
    client(running.server, {}, '/api/v1/auth/auth').post(`/password/reset/${path}`, body);
  const actionsOf = async (id: number): Promise<string[]> =>
    (await auditOf(running.server.db, `operator:${id}`)).map(({ action }) => action);
  const mailsTo = (email: string) => running.smtp.mails.filter(({ to }) => to.includes(email));

  async function newOperator(values: object = { password: PASSWORD }): Promise<Invited> {
    count += 1;
    const [username, email] = [`linked-${count}`, `linked-${count}@example.com`];
    const { body } = await create({ username, email, ...values }).expect(201);
    return { id: body.id, username, email };
  }

  /** The token of the latest link, once that many mails arrived. */
  async function tokenOf({ email }: Invited, page: OperatorLinkKind, mails: number): Promise<string> {
    await until(() => mailsTo(email).length >= mails);
    const [, token] = new RegExp(`^${PUBLIC_URL}/console/${page}\\?token=([\\w.-]+)$`, 'm').exec(running.mailTo(email)) ?? [];
    assert.ok(token !== undefined, running.mailTo(email));
    return token;
  }

  async function resetToken(operator: Invited, mails = 1): Promise<string> {
    await reset('init', { username: operator.username }).expect(200);
    return tokenOf(operator, 'reset', mails);
  }

  it('lets an invited operator set the first password', async () => {
    const invited = await newOperator({ invite: true, role: 'admin' });
    await signIn(running.server, { username: invited.username, password: PASSWORD }).expect(401);
    const token = await tokenOf(invited, 'invite', 1);
    clock.advance(6 * DAY);
    await reset('confirm', { token, password: FRESH }).expect(200);
    await signIn(running.server, { username: invited.username, password: FRESH }).expect(200);
    const actions = await actionsOf(invited.id);
    for (const action of ['operator.created', 'operator.invitation_accepted']) assert.ok(actions.includes(action), action);
    await reset('confirm', { token, password: PASSWORD }).expect(400).expect(refusedAs('token_invalid'));
  });

  it('refuses an invitation with a password or without an address', async () => {
    for (const values of [
      { invite: true, password: PASSWORD, email: 'a@example.com' },
      { invite: true },
      { invite: true, email: null },
      {},
      { invite: false },
    ])
      await create({ username: 'refused', ...values }).expect(400);
  });

  it('ends an invitation after seven days', async () => {
    const invited = await newOperator({ invite: true });
    const token = await tokenOf(invited, 'invite', 1);
    clock.advance(7 * DAY);
    await reset('confirm', { token, password: FRESH }).expect(400).expect(refusedAs('token_invalid'));
  });

  it('resets a password, ends sessions and keeps the factor', async () => {
    const operator = await newOperator();
    const { username } = operator;
    const session = await sessionOf(running.server, { username });
    const { secret } = await enableTotp(running.server, session, clock.now());
    // the first mail told of the factor
    const token = await resetToken(operator, 2);
    await reset('confirm', { token, password: FRESH }).expect(200);
    await ownAccount(running.server, session).get('/me').expect(401);
    clock.advance(MINUTE);
    const otp = codeAt(secret, clock.now());
    await signIn(running.server, { username, password: PASSWORD, otp }).expect(401);
    await signIn(running.server, { username, password: FRESH }).expect(401).expect(refusedAs('totp_required'));
    await signIn(running.server, { username, password: FRESH, otp }).expect(200);
    const actions = await actionsOf(operator.id);
    for (const action of ['operator.reset_requested', 'operator.password_reset']) assert.ok(actions.includes(action), action);
  });

  it('answers alike for every username and mails only known', async () => {
    const operator = await newOperator();
    const without = await create({ username: 'no-address', password: PASSWORD }).expect(201);
    const before = running.smtp.mails.length;
    const bodies = [];
    for (const username of [operator.username.toUpperCase(), 'no-address', 'unknown', 'x y']) {
      const { body } = await reset('init', { username }).expect(200);
      bodies.push(body);
    }
    for (const body of bodies) assert.deepEqual(body, bodies[0]);
    await settleDeliveries(running.server.services.auth);
    await until(() => running.smtp.mails.length === before + 1);
    assert.deepEqual(await actionsOf(without.body.id), ['operator.created']);
  });

  it('voids a link by time, use and a newer one', async () => {
    const operator = await newOperator();
    const first = await resetToken(operator);
    const second = await resetToken(operator, 2);
    await reset('confirm', { token: first, password: FRESH }).expect(400).expect(refusedAs('token_invalid'));
    clock.advance(30 * MINUTE);
    await reset('confirm', { token: second, password: FRESH }).expect(400).expect(refusedAs('token_invalid'));
  });

  it('does not use a link up for a weak password', async () => {
    const operator = await newOperator();
    const token = await resetToken(operator);
    await reset('confirm', { token, password: 'password1' }).expect(400).expect(refusedAs('validation_error'));
    await reset('confirm', { token, password: FRESH }).expect(200);
  });

  it('lets one of parallel requests use the link', async () => {
    const operator = await newOperator();
    const token = await resetToken(operator);
    const statuses = await atOnce(8, async (index) => (await reset('confirm', { token, password: `${FRESH} ${index}` })).status);
    assert.deepEqual(statuses.sort(), [200, ...Array.from({ length: 7 }, () => 400)]);
  });

  it('voids links of operators who were changed since', async () => {
    const changes = [{ isActive: false }, { password: FRESH }];
    for (const change of changes) {
      const operator = await newOperator();
      const token = await resetToken(operator);
      await admin(running.server).put(`/admin/projects/11/operators/${operator.id}`, change).expect(200);
      await admin(running.server).put(`/admin/projects/11/operators/${operator.id}`, { isActive: true }).expect(200);
      await reset('confirm', { token, password: `${FRESH}!` })
        .expect(400)
        .expect(refusedAs('token_invalid'));
    }
    const moved = await newOperator();
    const token = await resetToken(moved);
    const session = await sessionOf(running.server, { username: moved.username });
    for (const email of ['elsewhere@example.com', moved.email])
      await ownAccount(running.server, session).put('/me', { email, password: PASSWORD }).expect(200);
    await reset('confirm', { token, password: FRESH }).expect(400).expect(refusedAs('token_invalid'));
  });

  it('refuses tokens that this server did not make', async () => {
    const operator = await newOperator();
    const token = await resetToken(operator);
    const [id, nonce, digest = ''] = token.split('.');
    const other = await newOperator();
    const forged = [
      `${other.id}.${nonce}.${digest}`,
      `${id}.${nonce}.${digest.replace(/^./, (first) => (first === '0' ? '1' : '0'))}`,
      `${id}.${nonce}`,
    ];
    for (const text of [...forged, `0${token}`, 'x', `${id}..${digest}`])
      await reset('confirm', { token: text, password: FRESH }).expect(400).expect(refusedAs('token_invalid'));
    await reset('confirm', { token, password: FRESH }).expect(200);
  });

  it('keeps no token in any table', async () => {
    const operator = await newOperator();
    const token = await resetToken(operator);
    const tables = ['operator_links', 'mail_outbox', 'audit_log', 'idempotency_keys'];
    for (const table of tables) {
      const rows = await selectRows(running.server.db, `SELECT * FROM ${table}`);
      assert.ok(!JSON.stringify(rows).includes(token.split('.')[2] ?? ''), table);
    }
  });

  it('mails 20 links a day, then one an hour', async () => {
    const operator = await newOperator();
    const ask = async (times: number): Promise<void> => {
      for (let sent = 0; sent < times; sent += 1) await reset('init', { username: operator.username }).expect(200);
      await settleDeliveries(running.server.services.auth);
    };
    await ask(22);
    await until(() => mailsTo(operator.email).length === 20);
    clock.advance(60 * MINUTE);
    await ask(2);
    await until(() => mailsTo(operator.email).length === 21);
    clock.advance(DAY);
    await ask(2);
    await until(() => mailsTo(operator.email).length === 23);
  });

  it('is not there where links cannot be mailed', async () => {
    const bare = await startServer({ env: { PUBLIC_URL } });
    const init = client(bare, {}, '/api/v1/auth/auth').post('/password/reset/init', { username: 'anyone' });
    await init.expect(409).expect(refusedAs('mail_not_configured'));
    const body = { username: 'invited', email: 'i@example.com', role: 'staff', invite: true };
    await admin(bare).post('/admin/projects/11/operators', body).expect(409).expect(refusedAs('mail_not_configured'));
    await bare.close();
  });

  it('is not there where no console is served', async () => {
    const closed = await startServer({ env: { PUBLIC_URL, SMTP_URL: running.smtp.url, MAIL_FROM: 'a@example.com', SERVE_CONSOLE: 'off' } });
    const init = client(closed, {}, '/api/v1/auth/auth').post('/password/reset/init', { username: 'anyone' });
    await init.expect(409).expect(refusedAs('mail_not_configured'));
    await closed.close();
  });
});
