import Joi from 'joi';
import type { Actor, Role } from '../context.ts';
import { ACCESS_AUDIENCE, CLOCK_LEEWAY, generationOfTokenId, ISSUER, sessionOfTokenId } from './access-token.ts';
import type { RefreshGeneration } from './refresh-token.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

interface RegisteredPayload {
  iss: string;
  aud: string;
  iat: number;
  exp: number;
  nbf?: number;
  jti: string;
}

interface PhonePayload extends RegisteredPayload {
  sub: string;
  user_id: string;
  phone: string;
  projectId: number;
  project_id: number;
  role: Role;
  roles: Role[];
  userType: Role;
  sid: string;
}

interface OperatorPayload extends RegisteredPayload {
  token_type: 'access';
  user_id: number;
  username: string;
  email: string | null;
  project_id: number;
  role: 'staff' | 'admin';
  roles: ('staff' | 'admin' | 'owner')[];
}

const registered = {
  iss: Joi.string().valid(ISSUER).required(),
  aud: Joi.string().valid(ACCESS_AUDIENCE).required(),
  iat: Joi.number().integer().positive().required(),
  exp: Joi.number().integer().positive().required(),
  nbf: Joi.number().integer(),
  jti: Joi.string().max(64).required(),
};

const project = Joi.number().integer().positive().required();

const phoneSchema = Joi.object<PhonePayload, true>({
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
}).required();

const operatorSchema = Joi.object<OperatorPayload, true>({
  ...registered,
  token_type: Joi.string().valid('access').required(),
  user_id: Joi.number().integer().positive().required(),
  username: Joi.string().max(150).required(),
  email: Joi.string().max(254).allow(null).required(),
  project_id: project,
  role: Joi.string().valid('staff', 'admin').required(),
  roles: Joi.array()
    .ordered(Joi.string().valid(Joi.ref('...role')).required(), Joi.string().valid('owner'))
    .required(),
}).required();

/** A token that we signed; `isInForce` says whether it is valid at a time. Times in seconds since 1970. */
export interface VerifiedToken {
  readonly actor: Actor;
  readonly sessionId: string;
  readonly issuedAt: number;
  /** The later of `iat` and `nbf`. */
  readonly startsAt: number;
  /** The earlier of `exp` and the end of the configured lifetime. */
  readonly expiresAt: number;
  /** The refresh token that was issued with it; null when an earlier release signed the token. */
  readonly issuedWith: RefreshGeneration | null;
}

/**
 * Reads a payload with a valid signature, which does not prove the types of the claims; null unless they are exactly those that we sign. A
 * token is valid for `tokenSeconds` at most: one from before a reduction of the lifetime would otherwise outlive its revocation.
 */
export function readClaims(payload: unknown, tokenSeconds: number): VerifiedToken | null {
  const claims = isOfUser(payload) ? readPhoneClaims(payload) : readOperatorClaims(payload);
  if (claims === null) return null;
  const { actor, iat: issuedAt, nbf = 0, exp, sessionId, jti } = claims;
  const generation = generationOfTokenId(jti);
  const issuedWith = generation === null ? null : { sessionId, generation };
  const startsAt = Math.max(issuedAt, nbf);
  return { actor, sessionId, issuedAt, startsAt, expiresAt: Math.min(exp, issuedAt + tokenSeconds), issuedWith };
}

function isOfUser(payload: unknown): boolean {
  return typeof payload === 'object' && payload !== null && 'user_id' in payload && typeof payload.user_id === 'string';
}

interface ReadClaims extends Pick<RegisteredPayload, 'iat' | 'exp' | 'nbf' | 'jti'> {
  readonly actor: Actor;
  readonly sessionId: string;
}

function readPhoneClaims(payload: unknown): ReadClaims | null {
  const result = phoneSchema.validate(payload, { convert: false });
  return result.error === undefined ? { ...result.value, actor: userOf(result.value), sessionId: result.value.sid } : null;
}

function readOperatorClaims(payload: unknown): ReadClaims | null {
  const result = operatorSchema.validate(payload, { convert: false });
  if (result.error !== undefined) return null;
  const { value } = result;
  return { ...value, actor: operatorOf(value), sessionId: sessionOfTokenId(value.jti) };
}

export function isInForce({ startsAt, expiresAt }: VerifiedToken, now: Date): boolean {
  const seconds = now.getTime() / 1000;
  return startsAt <= seconds + CLOCK_LEEWAY && expiresAt > seconds - CLOCK_LEEWAY;
}

function userOf({ sub, role, projectId, sid, phone }: PhonePayload): Actor {
  return { kind: 'user', id: sub, role, projectId, sessionId: sid, phone };
}

function operatorOf({ user_id, role, roles, project_id, jti, username }: OperatorPayload): Actor {
  const isOwner = role === 'admin' && roles.includes('owner');
  return { kind: 'operator', id: user_id, role, isOwner, projectId: project_id, tokenId: jti, username };
}
