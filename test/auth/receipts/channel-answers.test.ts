import assert from 'node:assert/strict';
import type { Environment } from '../../../server/config/types.ts';
import { type MailServer, startMailServer } from '../../support/programs/mail-server.ts';
import { type FakeGateway, startFakeGateway } from '../../support/providers/fake-gateway.ts';
import { type FakeProviders, startFakeProviders } from '../../support/providers/fake-providers.ts';
import { MessagingFiles } from '../../support/providers/messaging-file.ts';
import { sendJson } from '../../support/providers/provider-apis.ts';
import { PUBLIC_URL } from '../../support/providers/receipt-calls.ts';
import { authClient, type Client } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { clientOf, login, PASSWORD } from '../support.ts';

const LOCAL = 'gateway-of-riyadh';
/** The names of the providers, which no client learns. */
const NAMES = ['meta', 'twilio', LOCAL];
const PATHS = ['/register-init', '/send-otp', '/password/reset/init', '/account/deletion/code'] as const;
/** Test phones, which need no message to sign in. */
const PHONES = { SA: '+966501112222', AE: '+971501112222' } as const;

describe('the channel in answers of endpoints that send', () => {
  const files = new MessagingFiles();
  let smtp: MailServer;
  let providers: FakeProviders;
  let gateway: FakeGateway;

  before(async () => {
    smtp = await startMailServer();
    providers = await startFakeProviders();
    gateway = await startFakeGateway((_call, response) => sendJson(response, 200, { success: true }));
  });
  after(async () => {
    files.remove();
    await gateway.close();
    await providers.close();
    await smtp.close();
  });

  const start = (env: Environment): Promise<TestServer> => {
    const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'no-reply@example.com' };
    const phones = Object.values(PHONES).map((phone) => `${phone}=135790`);
    return startServer({ env: { ...env, ...mail, PUBLIC_URL, OTP_COOLDOWN_SECONDS: '0', TEST_PHONES: phones.join() } });
  };
  const byRoutes = (): Environment => {
    const local = { type: 'http', url: `${gateway.url}/send`, json: { to: '{phone}', code: '{code}' } };
    const channelsOf = (...names: string[]) => names.map((provider) => ({ provider }));
    return files.write({
      providers: { ...providers.providers, [LOCAL]: local },
      routes: [
        { match: { countries: ['SA'] }, channels: channelsOf('meta', 'twilio'), fallbackAfterSeconds: 45 },
        // without receipts there is no second channel
        { channels: channelsOf(LOCAL, 'meta'), fallbackAfterSeconds: 30 },
      ],
    });
  };
  const signIn = async (server: TestServer, phone: string): Promise<Client> => {
    await authClient(server).post('/register-init', { phone }).expect(200);
    const { body } = await authClient(server).post('/register-verify', { phone, otp: '135790', password: PASSWORD }).expect(201);
    return clientOf(server, body);
  };
  /** The answers of all endpoints, for a known and an unknown number of the country. */
  const answersFor = async (server: TestServer, country: keyof typeof PHONES): Promise<Record<string, unknown>[]> => {
    const known = PHONES[country];
    const unknown = `${known.slice(0, -1)}9`;
    const me = await signIn(server, known);
    const answers: Record<string, unknown>[] = [];
    const add = async (client: Client, path: string, body: object): Promise<void> => {
      answers.push((await client.post(path, body).expect(200)).body);
    };
    for (const phone of [known, unknown]) for (const path of PATHS) await add(authClient(server), path, { phone });
    for (const purpose of ['delete', 'phone_change']) await add(me, '/send-otp', { purpose });
    await add(me, '/phone/change/init', { phone: unknown, password: PASSWORD });
    return answers;
  };

  for (const [country, channel, fallbackSeconds] of [
    ['SA', 'whatsapp', 45],
    ['AE', 'sms', null],
  ] as const)
    it(`is "${channel}" for the first provider of the route`, async () => {
      const server = await start(byRoutes());
      const answers = await answersFor(server, country);
      assert.deepEqual(
        answers.map((answer) => [answer['channel'], answer['fallbackSeconds']]),
        answers.map(() => [channel, fallbackSeconds]),
      );
      for (const name of NAMES) assert.ok(!JSON.stringify(answers).includes(name), name);
      await server.close();
    });

  it('is "other" for the console and for mails', async () => {
    const server = await start({});
    const answers = await answersFor(server, 'SA');
    const me = clientOf(server, (await login(server, PHONES.SA).expect(200)).body);
    await me.put('/profile', { email: 'person@example.com' }).expect(200);
    answers.push((await me.post('/email/verify-init').expect(200)).body);
    assert.deepEqual(
      answers.map((answer) => [answer['channel'], answer['fallbackSeconds']]),
      answers.map(() => ['other', null]),
    );
    await server.close();
  });

  it('is "other" for mails beside a route too', async () => {
    const server = await start(byRoutes());
    const me = await signIn(server, PHONES.SA);
    await me.put('/profile', { email: 'person@example.com' }).expect(200);
    const { body } = await me.post('/email/verify-init').expect(200);
    assert.deepEqual([body.channel, body.fallbackSeconds], ['other', null]);
    await server.close();
  });

  it('is in the public configuration without a name', async () => {
    const server = await start(byRoutes());
    const { body, text } = await authClient(server).get('/config/11/public').expect(200);
    assert.deepEqual(body.otp.channels, ['whatsapp', 'sms']);
    for (const name of NAMES) assert.ok(!text.includes(name), name);
    await server.close();
  });
});
