import type { RateLimitName } from '../config/types.ts';
import type { Logger } from './logger.ts';

export type Role = 'customer' | 'driver' | 'staff' | 'admin' | 'pending';

/** Who asks. Ids are namespaced by `kind`: user "5" and operator 5 are strangers. */
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
      readonly projectId: number;
      readonly tokenId: string;
      readonly username: string;
    }
  | ApiKeyActor;

export interface ApiKeyActor {
  readonly kind: 'apiKey';
  /** 0 is the key of the environment (`ADMIN_API_KEY`). */
  readonly id: number;
  readonly name: string;
  readonly scopes: readonly ('read' | 'write')[];
  /** Slugs that the key reaches; null is every app and the platform's own endpoints. */
  readonly apps: readonly string[] | null;
}

/** The tenant of a request. */
export interface ProjectInfo {
  readonly id: number;
  readonly isActive: boolean;
}

/** What a handler knows beside its input; HTTP, jobs and tests make it with `makeContext`. */
export interface Context {
  /** null on endpoints that belong to no tenant. */
  readonly project: ProjectInfo | null;
  readonly actor: Actor;
  readonly requestId: string;
  readonly log: Logger;
  readonly now: Date;
  /** The entity tags of `If-Match`, on rows that heed it; null without the header. */
  readonly ifMatch: readonly string[] | null;
  /**
   * Counts one hit of `key` against a rate limit that is known only inside the story, such as that of a phone. Answers the seconds
   * to wait, 0 when it passed: the caller tells the longer of this wait and its own.
   */
  hit(name: RateLimitName, key: string): Promise<number>;
  /** Gives the place near the database to the next, ahead of a long wait for somebody else; what follows that wait takes none. */
  leavePlace(): void;
}

/** Whether somebody moderates: role `staff` or `admin`, of a user or an operator. */
export function isStaffActor(actor: Actor): boolean {
  return (actor.kind === 'user' || actor.kind === 'operator') && (actor.role === 'staff' || actor.role === 'admin');
}

/** The tenant of a row that belongs to one. @throws Error on a row that belongs to none, which is a fault of its own */
export function projectIdOf({ project }: Context): number {
  if (project === null) throw new Error('This endpoint belongs to no tenant.');
  return project.id;
}
