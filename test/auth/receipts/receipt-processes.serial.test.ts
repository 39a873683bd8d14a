import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Launched, launch, launchBeside, relaunch, rowsOf } from '../../flows/support.ts';
import { databaseFiles, filesIn, filesWith } from '../../support/databases/database-files.ts';
import { endProcesses, until } from '../../support/programs/process.ts';
import { type FakeProviders, startFakeProviders } from '../../support/providers/fake-providers.ts';
import { MessagingFiles } from '../../support/providers/messaging-file.ts';
import { whatsappReceipt } from '../../support/providers/receipt-calls.ts';
import { newPhone } from '../support.ts';
import { messagesTo, routeEnvironment, sendTo } from './receipt-support.ts';

/** Two seconds, and a margin for a busy machine. */
const PICKED_UP_MS = 2_000 + 2_000;

describe('receipts and two processes', () => {
  const files = new MessagingFiles();
  let providers: FakeProviders;
  let one: Launched;
  let two: Launched;

  before(async () => {
    providers = await startFakeProviders();
    one = await launch({ ...routeEnvironment(files, providers, { fallbackAfterSeconds: 60 }), LOG_LEVEL: 'trace', OTP_LENGTH: '10' });
    const quick = routeEnvironment(files, providers, { fallbackAfterSeconds: 3 });
    two = await launchBeside(one, quick);
  });
  after(async () => {
    endProcesses();
    await providers.close();
    files.remove();
  });

  const isStored = (id: string) =>
    until(async () => (await rowsOf(one, `SELECT 1 FROM code_messages WHERE provider_id = '${id}'`)).length === 1, one.output);

  it('send one second message for a repeated failure', async () => {
    const first = await sendTo(one, providers, newPhone());
    await isStored(first.id);
    await Promise.all([two, two, one].map((server) => whatsappReceipt(server, [[first.id, 'failed']])));
    await until(() => messagesTo(providers, first.phone).length === 2, one.output, PICKED_UP_MS);
    await sleep(3_000);
    assert.deepEqual(
      messagesTo(providers, first.phone).map(({ channel, code }) => [channel, code]),
      [
        ['whatsapp', first.code],
        ['sms', first.code],
      ],
    );
  });

  it('send one second message when only the other was told', async () => {
    const first = await sendTo(one, providers, newPhone());
    await isStored(first.id);
    await whatsappReceipt(two, [[first.id, 'failed']]);
    await until(() => messagesTo(providers, first.phone).length === 2, one.output, PICKED_UP_MS);
  });

  it('send nothing when the other was told of delivery', async () => {
    const first = await sendTo(two, providers, newPhone());
    await isStored(first.id);
    await whatsappReceipt(one, [[first.id, 'delivered']]);
    await sleep(5_000);
    assert.equal(messagesTo(providers, first.phone).length, 1);
  });

  it('send no second message after kill -9, nor keep codes', async () => {
    const first = await sendTo(two, providers, newPhone());
    await isStored(first.id);
    await two.end('SIGKILL');
    two = await relaunch(two.env);
    await whatsappReceipt(one, [[first.id, 'failed']]);
    await whatsappReceipt(two, [[first.id, 'failed']]);
    await sleep(5_000);
    assert.equal(messagesTo(providers, first.phone).length, 1);
    const tables = await Promise.all(
      ['code_messages', 'otp_codes', 'sent_codes', 'otp_guard'].map((table) => rowsOf(one, `SELECT * FROM ${table}`)),
    );
    const written = [one.output(), two.output(), JSON.stringify(tables)];
    assert.equal(first.code.length, 10);
    assert.deepEqual(
      written.filter((text) => text.includes(first.code)).map((text) => text.slice(0, 100)),
      [],
    );
    const files = [...filesIn(one.env['DATA_DIR'] ?? ''), ...(await databaseFiles(one.env['DATABASE_URL'] ?? ''))];
    assert.deepEqual(filesWith(first.code, files), []);
  });
});
