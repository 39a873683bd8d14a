import { randomBytes, randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { Role } from '../context.ts';
import type { SigningKeys } from './signing-keys.ts';

/** Two kinds of access tokens share one audience; `user_id` is a UUID for a user and a number for an operator. */

export const ISSUER = 'diwan';
export const ACCESS_AUDIENCE = 'diwan:access';
/** Tolerated clock difference between servers, in seconds. */
export const CLOCK_LEEWAY = 5;

const UUID_LENGTH = 36;
/** The end of a `jti`: the refresh token that was issued with the access token. Those of an earlier release end otherwise. */
const GENERATION = /\.([1-9]\d{0,8})$/;

export interface PhoneClaims {
  userId: string;
  phone: string;
  projectId: number;
  role: Role;
  sessionId: string;
  /** The generation of the refresh token that is issued with it. */
  generation: number;
}

export interface OperatorClaims {
  operatorId: number;
  username: string;
  email: string | null;
  projectId: number;
  role: 'staff' | 'admin';
  isOwner: boolean;
  /** UUID. Operator tokens carry it in `jti`, because clients expect no other claim for it. */
  sessionId: string;
  /** The generation of the refresh token that is issued with it. */
  generation: number;
}

/** When and for how long a token is valid. */
export interface Validity {
  now: Date;
  seconds: number;
}

/** Signs an access token of a user. */
export function signPhoneToken(keys: SigningKeys, claims: PhoneClaims, validity: Validity): string {
  const { userId, phone, projectId, role, sessionId, generation } = claims;
  return sign(keys, validity, {
    jti: `${randomUUID()}.${generation}`,
    sub: userId,
    user_id: userId,
    phone,
    projectId,
    project_id: projectId,
    role,
    roles: [role],
    userType: role,
    sid: sessionId,
  });
}

/** Signs an access token of an operator. */
export function signOperatorToken(keys: SigningKeys, claims: OperatorClaims, validity: Validity): string {
  const { operatorId, username, email, projectId, role, isOwner, sessionId, generation } = claims;
  return sign(keys, validity, {
    jti: `${sessionId}.${randomBytes(12).toString('base64url')}.${generation}`,
    token_type: 'access',
    user_id: operatorId,
    username,
    email,
    project_id: projectId,
    role,
    roles: isOwner ? [role, 'owner'] : [role],
  });
}

/** The session of an operator's token. */
export function sessionOfTokenId(tokenId: string): string {
  return tokenId.slice(0, UUID_LENGTH);
}

/** The generation of the refresh token that was issued with this access token; null when an earlier release signed it. */
export function generationOfTokenId(tokenId: string): number | null {
  const [, digits] = GENERATION.exec(tokenId) ?? [];
  return digits === undefined ? null : Number(digits);
}

function sign(keys: SigningKeys, validity: Validity, claims: object): string {
  const iat = Math.floor(validity.now.getTime() / 1000);
  const payload = { ...claims, iss: ISSUER, aud: ACCESS_AUDIENCE, iat, exp: iat + validity.seconds };
  return jwt.sign(payload, keys.current.privateKey, { algorithm: 'ES256', keyid: keys.current.kid });
}
