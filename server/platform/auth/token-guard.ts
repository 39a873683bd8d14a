import { hash } from 'node:crypto';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import passportModule from 'passport';
import { Strategy, type StrategyOptionsWithoutRequest } from 'passport-jwt';
import type { Clock } from '../clock.ts';
import type { Actor } from '../context.ts';
import { tokenNotValid } from '../errors.ts';
import { isInForce, readClaims, type VerifiedToken } from './access-claims.ts';
import { ACCESS_AUDIENCE, ISSUER } from './access-token.ts';
import { bearerCredentials } from './bearer.ts';
import type { RefreshGeneration } from './refresh-token.ts';
import type { Revocations } from './revocations.ts';
import type { SigningKeys } from './signing-keys.ts';

/** Longest accepted token: ours have about 700 characters. */
const MAX_TOKEN_LENGTH = 4096;

/** Default capacity of the cache; an entry takes about 500 bytes. */
const MAX_CACHED = 10_000;

/** The content of an Authorization header: nothing, a bearer token, or anything else. */
export type Bearer = { readonly kind: 'none' } | { readonly kind: 'token'; readonly token: string } | { readonly kind: 'bad' };

export interface TokenGuard {
  /** The actor of the request's bearer token. @throws ApiError 401 `token_not_valid` */
  verify(req: Request): Promise<Actor>;
  /** The same, but the session may have ended. */
  verifyEnded(req: Request): Promise<Actor>;
  /** The session of a token that `verify` has refused because it has expired or was revoked; null for a token that we did not sign. */
  refusedSession(req: Request): string | null;
}

/**
 * Three parts; the last one is the 64 bytes of an ES256 signature in canonical form. Only two bits of its 86th letter count, so other
 * letters there would be further spellings of the same token.
 */
const TOKEN = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{85}[AQgw]$/;

/** Reads the header. Two headers are bad, because Node would silently keep the first. */
export function readBearer(req: Request): Bearer {
  const header = req.headers.authorization;
  if (header === undefined) return { kind: 'none' };
  const token = header.length > MAX_TOKEN_LENGTH ? null : bearerCredentials(header);
  if (token === null || !TOKEN.test(token) || countAuthorization(req) > 1) return { kind: 'bad' };
  return { kind: 'token', token };
}

function countAuthorization(req: Request): number {
  return req.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization').length;
}

/** Notes which refresh tokens have reached their client: an access token that was issued with one proves it. */
export interface TokenUses {
  /** Resolves when that is stored, or after a short time. It never rejects. */
  note(issuedWith: RefreshGeneration): Promise<void>;
}

export interface TokenGuardDeps {
  readonly keys: SigningKeys;
  readonly clock: Clock;
  /** Maximum lifetime of an access token, whatever it claims. */
  readonly tokenSeconds: number;
  readonly revocations: Revocations;
  readonly uses: TokenUses;
  /** Capacity of the cache of verified tokens. */
  readonly maxCached?: number;
}

/**
 * Verifies the signature of a token once and caches the result, also of an expired one, and then notes its use too. Each request checks
 * that the token is in force and unrevoked.
 */
export function createTokenGuard(deps: TokenGuardDeps): TokenGuard {
  const { keys, clock, tokenSeconds, revocations, uses, maxCached = MAX_CACHED } = deps;
  const decide = createStrategy(keys, tokenSeconds);
  // keyed by digest, so that no token is kept in memory
  const cache = new LRUCache<string, VerifiedToken>({ max: maxCached });
  let revision = keys.revision;

  const isValid = (verified: VerifiedToken): boolean =>
    isInForce(verified, clock.now()) && !revocations.isRevoked(verified.actor, verified.issuedAt);

  const check = async (req: Request, digest: string): Promise<Actor> => {
    const before = keys.revision;
    const verified = await decide(req);
    const isGood = isValid(verified);
    if (isGood && verified.issuedWith !== null && hasParent(verified.issuedWith)) await uses.note(verified.issuedWith);
    // the key may have been dropped meanwhile, and the cache cleared
    if (keys.revision === before) cache.set(digest, verified);
    if (!isGood) throw tokenNotValid();
    return verified.actor;
  };

  const verify = (req: Request): Promise<Actor> => {
    const bearer = readBearer(req);
    if (bearer.kind !== 'token') return Promise.reject(tokenNotValid());
    if (revision !== keys.revision) cache.clear();
    revision = keys.revision;
    const digest = hash('sha256', bearer.token, 'base64url');
    const verified = cache.get(digest);
    if (verified === undefined) return check(req, digest);
    return isValid(verified) ? Promise.resolve(verified.actor) : Promise.reject(tokenNotValid());
  };
  const verifyEnded = async (req: Request): Promise<Actor> => {
    if (readBearer(req).kind !== 'token') throw tokenNotValid();
    const verified = await decide(req);
    if (!isInForce(verified, clock.now())) throw tokenNotValid();
    return verified.actor;
  };
  const refusedSession = (req: Request): string | null => {
    const bearer = readBearer(req);
    return bearer.kind === 'token' ? (cache.get(hash('sha256', bearer.token, 'base64url'))?.sessionId ?? null) : null;
  };
  return { verify, verifyEnded, refusedSession };
}

/** The refresh token of a sign-in replaced none. */
function hasParent({ generation }: RefreshGeneration): boolean {
  return generation > 1;
}

/**
 * The JWT strategy of passport-jwt: only ES256, only our own `kid`s, issuer and audience are checked, `crit` is refused. Then the claim
 * schema decides. Keys are KeyObjects, which verify four times faster than PEM.
 */
function createStrategy(keys: SigningKeys, tokenSeconds: number): (req: Request) => Promise<VerifiedToken> {
  const passport = new passportModule.Passport();
  const strategy = new Strategy(strategyOptions(keys), (payload: unknown, done: (error: null, verified: VerifiedToken | false) => void) => {
    done(null, readClaims(payload, tokenSeconds) ?? false);
  });
  passport.use(strategy);
  const decide = (req: Request): Promise<VerifiedToken> =>
    new Promise((resolve, reject) => {
      const settle = (error: unknown, verified: VerifiedToken | false): void =>
        error || !verified ? reject(tokenNotValid()) : resolve(verified);
      passport.authenticate('jwt', { session: false }, settle)(req, req.res, reject);
    });
  // jsonwebtoken throws a TypeError on a payload that is the JSON literal null
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
      // the declared type allows only strings and buffers, but jsonwebtoken accepts a KeyObject too
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

/** The `kid` of the header; undefined when it is not a string or the header requires an extension (`crit`). */
function kidOf(token: string): string | undefined {
  try {
    const header: unknown = JSON.parse(Buffer.from(token.slice(0, token.indexOf('.')), 'base64url').toString('utf8'));
    if (typeof header !== 'object' || header === null || 'crit' in header || !('kid' in header)) return undefined;
    return typeof header.kid === 'string' && header.kid.length <= 128 ? header.kid : undefined;
  } catch {
    return undefined;
  }
}
