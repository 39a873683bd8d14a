import assert from 'node:assert/strict';
import type { Environment } from '../../../server/config/types.ts';
import { selectRows } from '../../support/databases/sql.ts';
import { until } from '../../support/programs/process.ts';
import { type FakeProviders, startFakeProviders } from '../../support/providers/fake-providers.ts';
import { MessagingFiles } from '../../support/providers/messaging-file.ts';
import type { FakeMessage } from '../../support/providers/provider-call.ts';
import { PUBLIC_URL } from '../../support/providers/receipt-calls.ts';
import { authClient } from '../../support/requests/client.ts';
import { type ServerOptions, startServer, type TestServer } from '../../support/server.ts';

export interface ReceiptServer {
  readonly server: TestServer;
  readonly providers: FakeProviders;
  /** The environment with the file of providers. */
  readonly env: Environment;
  close(): Promise<void>;
}

interface RouteOptions {
  readonly fallbackAfterSeconds?: number;
  readonly channels?: readonly ('meta' | 'twilio')[];
  readonly more?: Environment;
}

/** The environment of a server whose codes go first by WhatsApp, then by Twilio. */
export function routeEnvironment(
  files: MessagingFiles,
  { providers }: FakeProviders,
  { fallbackAfterSeconds, channels = ['meta', 'twilio'], more = {} }: RouteOptions = {},
): Environment {
  const route = { channels: channels.map((provider) => ({ provider })) };
  const document = { providers, routes: [fallbackAfterSeconds === undefined ? route : { ...route, fallbackAfterSeconds }] };
  return { ...files.write(document), PUBLIC_URL, OTP_COOLDOWN_SECONDS: '0', ...more };
}

/** A server whose providers report what happens to messages. */
export async function startReceiptServer(route: RouteOptions = {}, options: Omit<ServerOptions, 'env'> = {}): Promise<ReceiptServer> {
  const files = new MessagingFiles();
  const providers = await startFakeProviders();
  const env = routeEnvironment(files, providers, route);
  const server = await startServer({ ...options, env });
  const close = async (): Promise<void> => {
    await server.close();
    await providers.close();
    files.remove();
  };
  return { server, providers, env, close };
}

/** Asks for a code and resolves to its message. */
export async function sendTo(server: Pick<TestServer, 'url'>, providers: FakeProviders, phone: string): Promise<FakeMessage> {
  const before = messagesTo(providers, phone).length;
  await authClient(server).post('/register-init', { phone }).expect(200);
  const message = messagesTo(providers, phone)[before];
  assert.ok(message !== undefined, providers.faults.join('; '));
  return message;
}

export function messagesTo(providers: FakeProviders, phone: string): readonly FakeMessage[] {
  return providers.messages.filter((message) => message.phone === phone);
}

/** The state of a message in the database; undefined without a row. */
export async function stateOf({ db }: Pick<TestServer, 'db'>, { id }: FakeMessage): Promise<string | undefined> {
  const [row] = await selectRows<{ state: string }>(db, `SELECT state FROM code_messages WHERE provider_id = '${id}'`);
  return row?.state;
}

export async function untilState(server: Pick<TestServer, 'db'>, message: FakeMessage, state: string): Promise<void> {
  await until(async () => (await stateOf(server, message)) === state, undefined, 10_000);
}
