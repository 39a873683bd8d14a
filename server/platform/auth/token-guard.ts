import { hash } from 'node:crypto';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import passportModule from 'passport';
import { Strategy, type StrategyOptionsWithoutRequest } from 'passport-jwt';
import type { Clock } from '../clock.ts';
import type { Actor } from '../context.ts';
import { tokenNotValid } from '../errors.ts';
import { ACCESS_AUDIENCE, ISSUER, isInForce, readClaims, type VerifiedToken } from './access-token.ts';
import { isRevoked } from './revocations.ts';
import type { SigningKeys } from './signing-keys.ts';

/** Longest token looked at: ours have about 700 characters. */
const MAX_TOKEN_LENGTH = 4096;

/** Tokens remembered, some 500 bytes each. */
const MAX_REMEMBERED = 10_000;

/** What an Authorization header holds: nothing, a bearer token, or something else that is no credential here. */
export type Bearer = { readonly kind: 'none' } | { readonly kind: 'token'; readonly token: string } | { readonly kind: 'bad' };

export interface TokenGuard {
  /** Who the request's bearer token speaks for. @throws ApiError 401 `token_not_valid` */
  verify(req: Request): Promise<Actor>;
}

/**
 * Three parts, the last one the 64 bytes of an ES256 signature in their one canonical spelling: only two bits of the 86th letter
 * count, so that any other letter in its place would be a second name of the same token.
 */
const BEARER = /^[Bb][Ee][Aa][Rr][Ee][Rr] ([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{85}[AQgw])$/;

/** Reads the header; two of them are bad, for Node would silently keep the first. */
export function readBearer(req: Request): Bearer {
  const header = req.headers.authorization;
  if (header === undefined) return { kind: 'none' };
  const token = header.length > MAX_TOKEN_LENGTH ? undefined : BEARER.exec(header)?.[1];
  if (token === undefined || countAuthorization(req) > 1) return { kind: 'bad' };
  return { kind: 'token', token };
}

function countAuthorization(req: Request): number {
  return req.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization').length;
}

/**
 * Tells who a token speaks for: of one seen before from memory, of any other by its signature. Either way it must be in force and not
 * revoked now. `tokenSeconds` is how long one lives at most, whatever it says of itself.
 */
export function createTokenGuard(keys: SigningKeys, clock: Clock, tokenSeconds: number): TokenGuard {
  const decide = createStrategy(keys, clock, tokenSeconds);
  // by digest, so that no token is kept
  const known = new LRUCache<string, VerifiedToken>({ max: MAX_REMEMBERED });
  let revision = keys.revision;

  const check = async (req: Request, digest: string): Promise<Actor> => {
    const before = keys.revision;
    const verified = await decide(req);
    if (isRevoked(verified.actor, verified.issuedAt)) throw tokenNotValid();
    // its key may have been dropped meanwhile, and the memory cleared of it
    if (keys.revision === before) known.set(digest, verified);
    return verified.actor;
  };

  const verify = (req: Request): Promise<Actor> => {
    const bearer = readBearer(req);
    if (bearer.kind !== 'token') return Promise.reject(tokenNotValid());
    if (revision !== keys.revision) known.clear();
    revision = keys.revision;
    const digest = hash('sha256', bearer.token, 'base64url');
    const verified = known.get(digest);
    if (verified === undefined) return check(req, digest);
    if (isInForce(verified, clock.now()) && !isRevoked(verified.actor, verified.issuedAt)) return Promise.resolve(verified.actor);
    known.delete(digest);
    return Promise.reject(tokenNotValid());
  };
  return { verify };
}

/**
 * The JWT strategy on passport and passport-jwt: ES256 only, a `kid` of ours only, issuer and audience checked, `crit` refused;
 * behind it the claim schema and our one clock decide. Keys are handed over as KeyObject, which verifies four times faster
 * than PEM.
 */
function createStrategy(keys: SigningKeys, clock: Clock, tokenSeconds: number): (req: Request) => Promise<VerifiedToken> {
  const passport = new passportModule.Passport();
  const strategy = new Strategy(strategyOptions(keys), (payload: unknown, done: (error: null, verified: VerifiedToken | false) => void) => {
    done(null, readClaims(payload, clock.now(), tokenSeconds) ?? false);
  });
  passport.use(strategy);
  const decide = (req: Request): Promise<VerifiedToken> =>
    new Promise((resolve, reject) => {
      const settle = (error: unknown, verified: VerifiedToken | false): void =>
        error || !verified ? reject(tokenNotValid()) : resolve(verified);
      passport.authenticate('jwt', { session: false }, settle)(req, req.res, reject);
    });
  // jsonwebtoken throws a TypeError of its own on a payload that is the JSON literal null
  return (req) => decide(req).catch(() => Promise.reject(tokenNotValid()));
}

function strategyOptions(keys: SigningKeys): StrategyOptionsWithoutRequest {
  return {
    jwtFromRequest: (req: Request) => {
      const bearer = readBearer(req);
      return bearer.kind === 'token' ? bearer.token : null;
    },
    secretOrKeyProvider: (_req, token: string, done) => {
      const key = keys.find(kidOf(token) ?? '');
      // the declared type knows strings and buffers only; jsonwebtoken takes a KeyObject and is faster for it
      if (key === undefined) done(new Error('unknown kid'));
      else done(null, key.publicKey as unknown as Buffer);
    },
    algorithms: ['ES256'],
    issuer: ISSUER,
    audience: ACCESS_AUDIENCE,
    ignoreExpiration: true,
    jsonWebTokenOptions: { ignoreNotBefore: true },
  };
}

/** The key's name; undefined when it is no plain string or the header asks for an extension that we do not know (`crit`). */
function kidOf(token: string): string | undefined {
  try {
    const header: unknown = JSON.parse(Buffer.from(token.slice(0, token.indexOf('.')), 'base64url').toString('utf8'));
    if (typeof header !== 'object' || header === null || 'crit' in header || !('kid' in header)) return undefined;
    return typeof header.kid === 'string' && header.kid.length <= 128 ? header.kid : undefined;
  } catch {
    return undefined;
  }
}
