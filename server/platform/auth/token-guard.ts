import type { Request } from 'express';
import passportModule from 'passport';
import { Strategy, type StrategyOptionsWithoutRequest } from 'passport-jwt';
import type { Clock } from '../clock.ts';
import type { Actor } from '../context.ts';
import { tokenNotValid } from '../errors.ts';
import { ACCESS_AUDIENCE, actorOfClaims, ISSUER } from './access-token.ts';
import type { SigningKeys } from './signing-keys.ts';

/** Longest token looked at: ours have about 700 characters. */
const MAX_TOKEN_LENGTH = 4096;

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
 * The JWT strategy on passport and passport-jwt: ES256 only, a `kid` of ours only, issuer and audience checked, `crit` refused;
 * behind it the claim schema and our one clock decide. Keys are handed over as KeyObject, which verifies four times faster
 * than PEM.
 */
export function createTokenGuard(keys: SigningKeys, clock: Clock): TokenGuard {
  const passport = new passportModule.Passport();
  const strategy = new Strategy(strategyOptions(keys), (payload: unknown, done: (error: null, actor: Actor | false) => void) => {
    done(null, actorOfClaims(payload, clock.now()) ?? false);
  });
  passport.use(strategy);
  const decide = (req: Request): Promise<Actor> =>
    new Promise((resolve, reject) => {
      const settle = (error: unknown, actor: Actor | false): void => (error || !actor ? reject(tokenNotValid()) : resolve(actor));
      passport.authenticate('jwt', { session: false }, settle)(req, req.res, reject);
    });
  // jsonwebtoken throws a TypeError of its own on a payload that is the JSON literal null
  const verify = (req: Request): Promise<Actor> => decide(req).catch(() => Promise.reject(tokenNotValid()));
  return { verify };
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
