import type { RateLimitName } from '../config/types.ts';
import type { Scope } from './auth/scopes.ts';
import type { Database } from './db/database.ts';
import type { Logger } from './observe/logger.ts';

export type Role = 'customer' | 'driver' | 'staff' | 'admin' | 'pending';

/** The caller. Ids are namespaced by `kind`: user "5" and operator 5 are different actors. */
export type Actor =
  | { readonly kind: 'anonymous' }
  | {
      readonly kind: 'user';
      readonly id: string;
      readonly role: Role;
      readonly projectId: number;
      readonly sessionId: string;
      readonly phone: string;
    }
  | {
      readonly kind: 'operator';
      readonly id: number;
      readonly role: 'staff' | 'admin';
      /** An admin of all projects. */
      readonly isOwner: boolean;
      readonly projectId: number;
      readonly tokenId: string;
      readonly username: string;
    }
  /** A command or a job of the server itself. */
  | { readonly kind: 'system'; readonly id: string }
  | ApiKeyActor;

export interface ApiKeyActor {
  readonly kind: 'apiKey';
  /** 0 is the key of the environment (`ADMIN_API_KEY`). */
  readonly id: number;
  readonly name: string;
  /** The public part of the key, such as `dk_ab12cd34`. */
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  /** Slugs that the key reaches; null is every app of its project. */
  readonly apps: readonly string[] | null;
  /** null is every project. */
  readonly projectId: number | null;
  readonly expiresAt: Date | null;
}

/** The tenant of a request. */
export interface ProjectInfo {
  readonly id: number;
  readonly isActive: boolean;
}

/** The session of a browser, whose pages keep no token themselves: see `http/request/own-page.ts`. */
export interface BrowserSession {
  /** null without a session. */
  readonly refreshToken: string | null;
  /** null on a device that is not known yet. */
  readonly deviceToken: string | null;
  /** Whether the browser reaches this server over TLS. */
  readonly isSecure: boolean;
}

/** Everything that a handler gets besides its input. HTTP, jobs and tests make it with `makeContext`. `S` is the endpoint's service. */
export interface Context<S = unknown> {
  readonly db: Database;
  /** The instance that the endpoint's service was composed with, such as `Feedback`. */
  readonly service: S;
  /** null on endpoints that belong to no tenant. */
  readonly project: ProjectInfo | null;
  readonly actor: Actor;
  readonly requestId: string;
  /** The sender as rate limits count it; null outside of HTTP. */
  readonly address: string | null;
  /** The sender's device as it names itself, else the family of its user agent; null when it sends neither. */
  readonly device: string | null;
  readonly log: Logger;
  readonly now: Date;
  /** The entity tags of `If-Match`, on endpoints that honour it; null without the header. */
  readonly ifMatch: readonly string[] | null;
  /** The token by which a device names itself (`X-Diwan-Device`), on endpoints that honour it; null without the header. */
  readonly deviceToken: string | null;
  /** The `Idempotency-Key`, on endpoints whose service keeps their answers itself; null without the header. */
  readonly idempotencyKey: string | null;
  /** The session of the browser that sent the request, on endpoints for this server's own pages; null on all others. */
  readonly browser: BrowserSession | null;
  /** Whether the client prefers CSV to JSON, on endpoints that have both. */
  readonly wantsCsv: boolean;
  /**
   * Counts a hit of `key`, or several at once, against a rate limit that only the service can apply, such as the limit of a phone. Resolves
   * to the seconds to wait, or to 0 when all are allowed. The caller reports the longer of this wait and its own.
   */
  consumeRateLimit(name: RateLimitName, key: string, hits?: number): Promise<number>;
  /**
   * Counts several hits of `key` at once, such as the events of a batch, or with -1 takes one back. Resolves to how many of them the limit
   * allows.
   */
  takeFromRateLimit(name: RateLimitName, key: string, hits: number): Promise<number>;
  /** Releases the slot of the bulkhead before a long external call. The rest of the handler runs without a slot and a deadline. */
  releaseSlot(): void;
}

/** The actor, the time and the request of an action, for the audit log. */
export interface Act extends Pick<Context, 'actor' | 'address' | 'now'> {
  /** null outside of a request. */
  readonly requestId: string | null;
}

/** Whether the caller may moderate: role `staff` or `admin`, of a user or an operator. */
export function isStaffActor(actor: Actor): boolean {
  return (actor.kind === 'user' || actor.kind === 'operator') && (actor.role === 'staff' || actor.role === 'admin');
}

/** The browser of an endpoint for this server's own pages. @throws Error on any other endpoint, which is a bug */
export function browserOf({ browser }: Context): BrowserSession {
  if (browser === null) throw new Error('This endpoint is not for browsers.');
  return browser;
}

/** The tenant of an endpoint that has one. @throws Error on an endpoint without a tenant, which is a bug */
export function projectIdOf({ project }: Context): number {
  if (project === null) throw new Error('This endpoint belongs to no tenant.');
  return project.id;
}
