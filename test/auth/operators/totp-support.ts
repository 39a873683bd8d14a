import assert from 'node:assert/strict';
import { codeAt } from '../../support/requests/authenticator.ts';
import { type Client, client } from '../../support/requests/client.ts';
import type { TestServer } from '../../support/server.ts';
import { PASSWORD } from '../support.ts';

const BASE = '/api/v1/auth/auth';

type Where = Pick<TestServer, 'url'>;

export interface Login {
  readonly username: string;
  readonly password?: string;
  readonly otp?: string;
}

/** The own account of an operator, by the token of a session. */
export function ownAccount(server: Where, token: string): Client {
  return client(server, { token }, BASE);
}

export function signIn(server: Where, { password = PASSWORD, ...login }: Login, headers: Record<string, string> = {}) {
  return client(server, { headers }, BASE).post('/token', { password, ...login });
}

/** The access token of a new session. */
export async function sessionOf(server: Where, login: Login, headers: Record<string, string> = {}): Promise<string> {
  const { body } = await signIn(server, login, headers).expect(200);
  return body.access;
}

export interface Authenticator {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** Sets up the second factor of the session's operator with the code of this moment, which is used up by it. */
export async function enableTotp(server: Where, token: string, now: Date): Promise<Authenticator> {
  const account = ownAccount(server, token);
  const { body: setup } = await account.post('/totp', { password: PASSWORD }).expect(200);
  const { body } = await account.put('/totp', { code: codeAt(setup.secret, now) }).expect(200);
  assert.equal(body.recoveryCodes.length, 10);
  return { secret: setup.secret, recoveryCodes: body.recoveryCodes };
}
