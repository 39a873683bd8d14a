import assert from 'node:assert/strict';
import { OFREPProvider } from '@openfeature/ofrep-provider';
import { OFREPWebProvider, type OFREPWebProviderOptions } from '@openfeature/ofrep-web-provider';
import { OpenFeature as ServerFeature } from '@openfeature/server-sdk';
import { ClientProviderEvents, type Provider, OpenFeature as WebFeature } from '@openfeature/web-sdk';
import { until } from '../../support/programs/process.ts';
import { admin } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { registerApp } from '../support.ts';
import { CONTEXT, changeFlag, createFlags, FLAGS } from './support.ts';

const POLL_MS = 50;
const FOR_A = { beta: { sent: { targeting: { rules: [{ id: 'r', when: [{ attribute: 'userId', operator: 'in', values: ['a'] }] }] } } } };

interface Sent {
  readonly status: number;
  readonly ifNoneMatch: string | null;
}

/** A `fetch` that remembers what it sent and got. */
function recordingFetch(): { readonly sent: Sent[]; readonly fetch: typeof fetch } {
  const sent: Sent[] = [];
  return {
    sent,
    fetch: async (...args) => {
      const request = new Request(...args);
      const response = await fetch(request);
      sent.push({ status: response.status, ifNoneMatch: request.headers.get('if-none-match') });
      return response;
    },
  };
}

/** The types of the provider are not written for `exactOptionalPropertyTypes`. */
function webProvider(options: OFREPWebProviderOptions): Provider {
  return new OFREPWebProvider({ cacheMode: 'disabled', ...options }) as Provider;
}

describe('the clients of OpenFeature', () => {
  let server: TestServer;
  let slug: string;

  before(async () => {
    server = await startServer();
    slug = await registerApp(server);
    await createFlags(server, slug);
  });
  after(async () => {
    await Promise.all([WebFeature.close(), ServerFeature.close()]);
    await server.close();
  });

  const baseUrl = (name = slug, url = server.url) => `${url}/api/v1/apps/${name}`;

  describe('for browsers and apps', () => {
    /** A client with a separate domain, and the requests of its provider. */
    async function webClient(domain: string, context: object = CONTEXT, { name = slug, url = server.url, pollInterval = 0 } = {}) {
      const { sent, fetch: fetchImplementation } = recordingFetch();
      const provider = webProvider({ baseUrl: baseUrl(name, url), pollInterval, fetchImplementation });
      await WebFeature.setProviderAndWait(domain, provider, { ...context });
      return { client: WebFeature.getClient(domain), sent };
    }

    it('read values of all types with variant and reason', async () => {
      const { client, sent } = await webClient('types');
      for (const [key, { answer }] of Object.entries(FLAGS)) {
        if (!('value' in answer)) continue;
        const { value, reason, variant } = detailsOf(client, key, answer.value);
        assert.deepEqual({ value, reason, ...(variant === undefined ? {} : { variant }) }, answer, key);
      }
      assert.deepEqual(
        sent.map(({ status }) => status),
        [200],
      );
    });

    it('keep the default where a flag has none', async () => {
      const { client } = await webClient('defaults');
      for (const key of ['text_off', 'no_value', 'unknown', 'a b/ü']) assert.equal(client.getStringValue(key, 'default'), 'default', key);
      assert.equal(client.getStringDetails('unknown', 'default').errorCode, 'FLAG_NOT_FOUND');
      assert.equal(client.getStringDetails('no_value', 'default').errorCode, 'GENERAL');
      assert.equal(client.getBooleanDetails('a.text-1', true).errorCode, 'TYPE_MISMATCH');
    });

    it('give user B none of the flags of user A', async () => {
      const own = await registerApp(server);
      await createFlags(server, own, FOR_A);
      const { client, sent } = await webClient('users', { targetingKey: 'inst', userId: 'a' }, { name: own });
      assert.equal(client.getBooleanValue('beta', false), true);
      await WebFeature.setContext('users', { targetingKey: 'inst', userId: 'b' });
      assert.equal(client.getBooleanValue('beta', true), false);
      assert.deepEqual(
        sent.map(({ status }) => status),
        [200, 200],
      );
      // the provider sends the validator of A, so only another one for B protects B
      assert.match(String(sent[1]?.ifNoneMatch), /^"[\w-]{27}"$/);
      await WebFeature.setContext('users', { targetingKey: 'inst', userId: 'b', other: 1 });
      assert.deepEqual([sent[2]?.status, client.getBooleanValue('beta', true)], [304, false]);
    });

    it('see a kill switch with their next poll', async () => {
      const own = await registerApp(server);
      await createFlags(server, own, { kill: FLAGS.plain });
      const { client, sent } = await webClient('kill', CONTEXT, { name: own, pollInterval: POLL_MS });
      assert.equal(client.getBooleanValue('kill', false), true);
      await until(() => sent.some(({ status }) => status === 304));
      const changed = new Promise((resolve) => client.addHandler(ClientProviderEvents.ConfigurationChanged, resolve));
      await changeFlag(server, own, ['kill', { isEnabled: false }]);
      await changed;
      assert.equal(client.getBooleanValue('kill', true), false);
      // ends the polling
      await WebFeature.setProviderAndWait('kill', webProvider({ baseUrl: baseUrl() }));
    });

    it('read flags without a targeting key', async () => {
      const { client } = await webClient('no-key', {});
      assert.equal(client.getBooleanValue('plain', false), true);
    });

    it('fail without ending for good while the app is unknown', async () => {
      const name = 'not-yet';
      await assert.rejects(webClient('unknown-app', CONTEXT, { name }));
      assert.equal(WebFeature.getClient('unknown-app').providerStatus, 'ERROR');
      await registerApp(server, { slug: name });
      await createFlags(server, name, { plain: FLAGS.plain });
      await WebFeature.setContext('unknown-app', { ...CONTEXT, n: 1 });
      assert.equal(WebFeature.getClient('unknown-app').getBooleanValue('plain', false), true);
    });
  });

  describe('for servers', () => {
    async function serverClient(domain: string, { name = slug, url = server.url } = {}) {
      const { sent, fetch: fetchImplementation } = recordingFetch();
      await ServerFeature.setProviderAndWait(domain, new OFREPProvider({ baseUrl: baseUrl(name, url), fetchImplementation }));
      return { client: ServerFeature.getClient(domain), sent };
    }

    it('read values of all types with variant and reason', async () => {
      const { client } = await serverClient('types');
      for (const [key, { answer }] of Object.entries(FLAGS)) {
        if (!('value' in answer)) continue;
        const { value, reason, variant } = await detailsOf(client, key, answer.value, CONTEXT);
        assert.deepEqual({ value, reason, ...(variant === undefined ? {} : { variant }) }, answer, key);
      }
    });

    it('evaluate flags without any context', async () => {
      const { client } = await serverClient('no-context');
      assert.equal(await client.getBooleanValue('plain', false), true);
    });

    it('recognise an unknown flag with any key', async () => {
      const { client, sent } = await serverClient('unknown');
      for (const key of ['unknown', 'a b/ü', 'a/b', 'مفتاح']) {
        const { value, errorCode } = await client.getBooleanDetails(key, true);
        assert.deepEqual([value, errorCode], [true, 'FLAG_NOT_FOUND'], key);
      }
      assert.deepEqual([...new Set(sent.map(({ status }) => status))], [404]);
    });

    it('keep the default where a flag has none', async () => {
      const { client } = await serverClient('defaults');
      for (const key of ['text_off', 'no_value']) assert.equal(await client.getStringValue(key, 'default'), 'default');
      assert.equal((await client.getStringDetails('no_value', 'default')).errorCode, 'GENERAL');
    });

    it('report a long targeting key as invalid context', async () => {
      const { client } = await serverClient('invalid');
      const { value, errorCode } = await client.getBooleanDetails('plain', false, { targetingKey: 'x'.repeat(2_000) });
      assert.deepEqual([value, errorCode], [false, 'INVALID_CONTEXT']);
    });

    it('see a kill switch at the next evaluation', async () => {
      const own = await registerApp(server);
      await createFlags(server, own, { kill: FLAGS.plain });
      const { client } = await serverClient('kill', { name: own });
      assert.equal(await client.getBooleanValue('kill', false), true);
      await changeFlag(server, own, ['kill', { isEnabled: false }]);
      const { value, reason } = await client.getBooleanDetails('kill', true);
      assert.deepEqual([value, reason], [false, 'STATIC']);
    });
  });

  describe('above a limit', () => {
    let limited: TestServer;

    before(async () => {
      limited = await startServer({ env: { RATE_LIMIT_EVALUATE: '1/600' } });
      await admin(limited).post('/admin/apps', { slug: 'shop', name: 'Shop', platform: 'both', packageName: 'com.example' }).expect(201);
      await createFlags(limited, 'shop', FOR_A);
    });
    after(() => limited.close());

    it('pause until Retry-After and keep what they have', async () => {
      const { sent, fetch: fetchImplementation } = recordingFetch();
      const provider = webProvider({ baseUrl: baseUrl('shop', limited.url), fetchImplementation });
      await WebFeature.setProviderAndWait('limited', provider, { targetingKey: 'x', userId: 'a' });
      const client = WebFeature.getClient('limited');
      let stale = 0;
      client.addHandler(ClientProviderEvents.Stale, () => {
        stale += 1;
      });
      for (const userId of ['b', 'c', 'd']) await WebFeature.setContext('limited', { targetingKey: 'x', userId });
      assert.deepEqual(
        sent.map(({ status }) => status),
        [200, 429],
      );
      assert.deepEqual([stale, client.getBooleanValue('beta', false)], [1, true]);
    });

    it('use the default on a server and wait', async () => {
      const { sent, fetch: fetchImplementation } = recordingFetch();
      await ServerFeature.setProviderAndWait('limited', new OFREPProvider({ baseUrl: baseUrl('shop', limited.url), fetchImplementation }));
      const client = ServerFeature.getClient('limited');
      const values = [];
      for (let n = 0; n < 4; n += 1) values.push(await client.getBooleanValue('beta', false, { targetingKey: 'y', userId: 'a' }));
      assert.deepEqual(values, [true, false, false, false]);
      assert.deepEqual(
        sent.map(({ status }) => status),
        [200, 429],
      );
    });
  });
});

interface Details {
  readonly value: unknown;
  readonly reason?: string;
  readonly variant?: string;
}

interface Reader<T, A extends unknown[]> {
  getBooleanDetails(key: string, value: boolean, ...rest: A): T;
  getStringDetails(key: string, value: string, ...rest: A): T;
  getNumberDetails(key: string, value: number, ...rest: A): T;
  getObjectDetails(key: string, value: object, ...rest: A): T;
}

/** Reads a flag by the type of its value, with another default. */
function detailsOf<T extends Details | Promise<Details>, A extends unknown[]>(
  client: Reader<T, A>,
  key: string,
  value: unknown,
  ...rest: A
): T {
  if (typeof value === 'boolean') return client.getBooleanDetails(key, !value, ...rest);
  if (typeof value === 'string') return client.getStringDetails(key, 'default', ...rest);
  return typeof value === 'number' ? client.getNumberDetails(key, -1, ...rest) : client.getObjectDetails(key, {}, ...rest);
}
