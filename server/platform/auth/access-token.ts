import { randomBytes, randomUUID } from 'node:crypto';
import Joi from 'joi';
import jwt from 'jsonwebtoken';
import type { Actor, Role } from '../context.ts';
import type { SigningKeys } from './signing-keys.ts';

/** Claims of access tokens (contract §1.7). Two kinds share one audience and are told apart by `user_id`: a UUID or a number. */

export const ISSUER = 'diwan';
export const ACCESS_AUDIENCE = 'diwan:access';
/** Clock difference between servers that is forgiven, in seconds. */
export const CLOCK_LEEWAY = 5;

const UUID_LENGTH = 36;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export interface PhoneClaims {
  userId: string;
  phone: string;
  projectId: number;
  role: Role;
  sessionId: string;
}

export interface OperatorClaims {
  operatorId: number;
  username: string;
  email: string | null;
  projectId: number;
  role: 'staff' | 'admin';
  /** UUID. The claims of the spec have no place for it but `jti`. */
  sessionId: string;
}

/** When and for how long a token is valid. */
export interface Validity {
  now: Date;
  seconds: number;
}

const registered = {
  iss: Joi.valid(ISSUER).required(),
  aud: Joi.valid(ACCESS_AUDIENCE).required(),
  iat: Joi.number().integer().positive().required(),
  exp: Joi.number().integer().positive().required(),
  nbf: Joi.number().integer(),
  jti: Joi.string().max(64).required(),
};

const project = Joi.number().integer().positive().required();

const phoneSchema = Joi.object({
  ...registered,
  sub: Joi.string().pattern(UUID).required(),
  user_id: Joi.string().valid(Joi.ref('sub')).required(),
  phone: Joi.string().max(20).required(),
  projectId: project,
  project_id: Joi.number().valid(Joi.ref('projectId')).required(),
  role: Joi.string().valid('customer', 'driver', 'staff', 'admin', 'pending').required(),
  roles: Joi.array()
    .length(1)
    .items(Joi.string().valid(Joi.ref('...role')))
    .required(),
  userType: Joi.string().valid(Joi.ref('role')).required(),
  sid: Joi.string().max(64).required(),
});

const operatorSchema = Joi.object({
  ...registered,
  token_type: Joi.valid('access').required(),
  user_id: Joi.number().integer().positive().required(),
  username: Joi.string().max(150).required(),
  email: Joi.string().max(254).allow(null).required(),
  project_id: project,
  role: Joi.string().valid('staff', 'admin').required(),
  roles: Joi.array()
    .length(1)
    .items(Joi.string().valid(Joi.ref('...role')))
    .required(),
});

/** Signs an access token of a phone user; its claims are those of spec/phone-auth.md. */
export function signPhoneToken(keys: SigningKeys, claims: PhoneClaims, validity: Validity): string {
  const { userId, phone, projectId, role, sessionId } = claims;
  return sign(keys, validity, {
    jti: randomUUID(),
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

/** Signs an access token of an operator; its claims are those of the spec's companion service, and the role. */
export function signOperatorToken(keys: SigningKeys, claims: OperatorClaims, validity: Validity): string {
  const { operatorId, username, email, projectId, role, sessionId } = claims;
  return sign(keys, validity, {
    jti: `${sessionId}.${randomBytes(12).toString('base64url')}`,
    token_type: 'access',
    user_id: operatorId,
    username,
    email,
    project_id: projectId,
    role,
    roles: [role],
  });
}

/** The session of an operator's token. */
export function sessionOfTokenId(tokenId: string): string {
  return tokenId.slice(0, UUID_LENGTH);
}

function sign(keys: SigningKeys, validity: Validity, claims: object): string {
  const iat = Math.floor(validity.now.getTime() / 1000);
  const payload = { ...claims, iss: ISSUER, aud: ACCESS_AUDIENCE, iat, exp: iat + validity.seconds };
  return jwt.sign(payload, keys.current.privateKey, { algorithm: 'ES256', keyid: keys.current.kid });
}

/** A token whose signature and claims are good. Times in seconds since 1970. */
export interface VerifiedToken {
  readonly actor: Actor;
  readonly issuedAt: number;
  /** The later of `iat` and `nbf`. */
  readonly startsAt: number;
  /** The sooner of `exp` and the configured life. */
  readonly expiresAt: number;
}

/**
 * What a verified payload says; null when its claims are not exactly those we sign, or not in force. A signature proves who made a
 * token, not that its claims have the types that the code behind expects. It lives `tokenSeconds` at most: revocations are remembered
 * for so long, and one that was signed when a longer life was configured would come back to life after it.
 */
export function readClaims(payload: unknown, now: Date, tokenSeconds: number): VerifiedToken | null {
  const claims = typeof payload === 'object' && payload !== null ? (payload as Record<string, unknown>) : {};
  const schema = typeof claims['user_id'] === 'string' ? phoneSchema : operatorSchema;
  if (schema.validate(claims, { convert: false }).error !== undefined) return null;
  const issuedAt = claims['iat'] as number;
  const startsAt = Math.max(issuedAt, (claims['nbf'] as number | undefined) ?? 0);
  const actor = schema === phoneSchema ? userOf(claims) : operatorOf(claims);
  const expiresAt = Math.min(claims['exp'] as number, issuedAt + tokenSeconds);
  const token = { actor, issuedAt, startsAt, expiresAt };
  return isInForce(token, now) ? token : null;
}

export function isInForce({ startsAt, expiresAt }: VerifiedToken, now: Date): boolean {
  const seconds = now.getTime() / 1000;
  return startsAt <= seconds + CLOCK_LEEWAY && expiresAt > seconds - CLOCK_LEEWAY;
}

function userOf(claims: Record<string, unknown>): Actor {
  return {
    kind: 'user',
    id: claims['sub'] as string,
    role: claims['role'] as Role,
    projectId: claims['projectId'] as number,
    sessionId: claims['sid'] as string,
    phone: claims['phone'] as string,
  };
}

function operatorOf(claims: Record<string, unknown>): Actor {
  return {
    kind: 'operator',
    id: claims['user_id'] as number,
    role: claims['role'] as 'staff' | 'admin',
    projectId: claims['project_id'] as number,
    tokenId: claims['jti'] as string,
    username: claims['username'] as string,
  };
}
