import assert from 'node:assert/strict';
import type { Environment } from '../../server/config/types.ts';
import type { Clock } from '../../server/platform/clock.ts';
import { ApiError } from '../../server/platform/errors.ts';
import { until } from '../support/programs/process.ts';
import { type FakeProviders, startFakeProviders } from '../support/providers/fake-providers.ts';
import { admin, authClient, type Credentials } from '../support/requests/client.ts';
import { type ServerOptions, startServer, type TestServer } from '../support/server.ts';

export const PASSWORD = 'correct horse battery';

/** A server whose codes go to fake providers, with a second project, 12. */
export interface AuthServer {
  readonly server: TestServer;
  readonly providers: FakeProviders;
  close(): Promise<void>;
}

export async function startAuthServer(options: Omit<ServerOptions, 'env'> & { env?: Environment } = {}): Promise<AuthServer> {
  const providers = await startFakeProviders();
  const server = await startServer({ ...options, env: { ...providers.env, ...options.env } });
  await admin(server).post('/admin/projects', { name: 'Other', id: 12 }).expect(201);
  const close = async () => {
    await server.close();
    await providers.close();
  };
  return { server, providers, close };
}

/** A clock that changes only when it is advanced. */
export function movableClock(start = new Date('2026-06-01T12:00:00.000Z')): Clock & { advance(seconds: number): void } {
  let time = start;
  return {
    now: () => time,
    advance: (seconds) => {
      time = new Date(time.getTime() + seconds * 1000);
    },
  };
}

let phones = 0;

/** A number that no other test of this process uses. */
export function newPhone(): string {
  phones += 1;
  return `+9665${String(10_000_000 + phones)}`;
}

export interface RegisteredUser {
  readonly user: { readonly id: string; readonly phone: string; readonly projectId: number } & Readonly<Record<string, unknown>>;
  readonly tokens: { readonly accessToken: string; readonly refreshToken: string };
  readonly phone: string;
}

type Where = Pick<TestServer, 'url'>;

/** Registers over the API; `extra` are further fields of the body, such as `password` or `projectId`. */
export async function register(
  server: Where,
  providers: FakeProviders,
  phone: string = newPhone(),
  extra: { projectId?: number } & Readonly<Record<string, unknown>> = {},
): Promise<RegisteredUser> {
  const otp = await requestCode(server, providers, { path: '/register-init', phone, projectId: extra.projectId });
  const { body } = await authClient(server)
    .post('/register-verify', { phone, otp, ...extra })
    .expect(201);
  return { user: body.user, tokens: body.tokens, phone };
}

export type SendingPath = '/register-init' | '/send-otp' | '/password/reset/init' | '/account/deletion/code';

export interface CodeRequest {
  readonly path: SendingPath;
  readonly phone: string;
  readonly projectId?: number | undefined;
}

/** Requests a code and resolves to it. */
export async function requestCode(server: Where, providers: FakeProviders, { path, phone, projectId }: CodeRequest): Promise<string> {
  const received = () => providers.messages.filter((message) => message.phone === phone);
  const before = received().length;
  await authClient(server).post(path, { phone, projectId }).expect(200);
  // the code of a reset is sent after the reply
  await until(() => received().length > before);
  return received().at(-1)?.code ?? '';
}

/** Another code of the same length. */
export function wrongCode(right: string): string {
  return right.replace(/.$/, (last) => String((Number(last) + 1) % 10));
}

/** A client with the access token of the user. */
export function clientOf(server: Where, { tokens }: Pick<RegisteredUser, 'tokens'>, credentials: Credentials = {}) {
  return authClient(server, { ...credentials, token: tokens.accessToken });
}

/** Signs in with the password; the reply may be any. */
export function login(server: Where, phone: string, password: string = PASSWORD, extra: object = {}) {
  return authClient(server).post('/login', { phone, password, ...extra });
}

/** For `expect`: the answer is a refusal with this code. */
export function refusedAs(code: string): (response: { readonly body: { readonly code?: string } }) => void {
  return ({ body }) => assert.equal(body.code, code);
}

/** The value as text, or status, code and wait of the refusal. */
export async function outcomeOf(promise: Promise<unknown>): Promise<string> {
  try {
    return String(await promise);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [error.status, error.code, error.extras.availableIn].filter((part) => part !== undefined).join(' ');
  }
}

export function tallyOutcomes(outcomes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}
