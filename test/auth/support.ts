import type { Environment } from '../../server/config/types.ts';
import type { Clock } from '../../server/platform/clock.ts';
import { admin, authClient, type Credentials } from '../support/client.ts';
import { type FakeProviders, startFakeProviders } from '../support/fake-providers.ts';
import { until } from '../support/process.ts';
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

/** A clock that stands still until it is moved. */
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

/** A number that no other test of this process has. */
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

export type SendingPath = '/register-init' | '/send-otp' | '/password/reset/init';

export interface Asked {
  readonly path: SendingPath;
  readonly phone: string;
  readonly projectId?: number | undefined;
}

/** Has a code sent, and resolves to it. */
export async function requestCode(server: Where, providers: FakeProviders, { path, phone, projectId }: Asked): Promise<string> {
  const received = () => providers.messages.filter((message) => message.phone === phone);
  const before = received().length;
  await authClient(server).post(path, { phone, projectId }).expect(200);
  // that of a reset goes out after the answer
  await until(() => received().length > before);
  return received().at(-1)?.code ?? '';
}

/** A code of the same length that is not this one. */
export function wrongCode(right: string): string {
  return right.replace(/.$/, (last) => String((Number(last) + 1) % 10));
}

/** A client that speaks for the user. */
export function clientOf(server: Where, { tokens }: Pick<RegisteredUser, 'tokens'>, credentials: Credentials = {}) {
  return authClient(server, { ...credentials, token: tokens.accessToken });
}

/** Signs in with the password; the answer may be anything. */
export function login(server: Where, phone: string, password: string = PASSWORD, extra: object = {}) {
  return authClient(server).post('/login', { phone, password, ...extra });
}
