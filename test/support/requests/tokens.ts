import { createPublicKey, type KeyObject, randomUUID, sign } from 'node:crypto';
import {
  ACCESS_AUDIENCE,
  ISSUER,
  type OperatorClaims,
  type PhoneClaims,
  signOperatorToken,
  signPhoneToken,
} from '../../../server/platform/auth/access-token.ts';
import type { SigningKeys } from '../../../server/platform/auth/signing-keys.ts';
import type { TestServer } from '../server.ts';

export const USER_ID = '8d1f4c1e-58a8-4a63-9d3c-2f8f6f0f7d11';
const validity = { seconds: 3600 } as const;

/** A token of a phone user as the server itself signs it: a customer of project 11 by default. */
export function phoneToken(server: TestServer, claims: Partial<PhoneClaims> = {}, now = new Date(Date.now())): string {
  return tokenOf(server.runtime.keys, claims, now);
}

/** `phoneToken` for a server in another process, with its keys. */
export function tokenOf(keys: SigningKeys, claims: Partial<PhoneClaims> = {}, now = new Date(Date.now())): string {
  const all: PhoneClaims = {
    userId: USER_ID,
    phone: '+966500000001',
    projectId: 11,
    role: 'customer',
    sessionId: randomUUID(),
    generation: 1,
    ...claims,
  };
  return signPhoneToken(keys, all, { ...validity, now });
}

/** A token of an operator as the server itself signs it: an admin of project 11 by default. */
export function operatorToken(server: TestServer, claims: Partial<OperatorClaims> = {}, now = new Date(Date.now())): string {
  const who = {
    operatorId: 5,
    username: 'boss',
    email: null,
    projectId: 11,
    role: 'admin',
    isOwner: false,
    sessionId: randomUUID(),
    generation: 1,
  } as const;
  const all: OperatorClaims = { ...who, ...claims };
  return signOperatorToken(server.runtime.keys, all, { ...validity, now });
}

/** The claims of a good phone token, to be bent. */
export function goodClaims(): Record<string, unknown> {
  const iat = Math.floor(Date.now() / 1000);
  const who = { sub: USER_ID, user_id: USER_ID, phone: '+966500000001', projectId: 11, project_id: 11 };
  const role = { role: 'customer', roles: ['customer'], userType: 'customer', sid: 'session' };
  return { ...who, ...role, iss: ISSUER, aud: ACCESS_AUDIENCE, iat, exp: iat + 3600, jti: randomUUID() };
}

export function goodHeader(server: TestServer): Record<string, unknown> {
  return { alg: 'ES256', typ: 'JWT', kid: server.runtime.keys.current.kid };
}

/** Signs any header and payload, with the server's key unless another is given. A string is used as JSON unchanged. */
export function forge(
  server: TestServer,
  header: unknown,
  payload: unknown,
  key: KeyObject = server.runtime.keys.current.privateKey,
): string {
  const body = `${encode(header)}.${encode(payload)}`;
  return `${body}.${sign('sha256', Buffer.from(body), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

export function encode(part: unknown): string {
  return Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');
}

/** The server's public key as text, which an attacker reads from the JWKS. */
export function publicPem(server: TestServer): string {
  return createPublicKey(server.runtime.keys.current.privateKey).export({ type: 'spki', format: 'pem' }).toString();
}
