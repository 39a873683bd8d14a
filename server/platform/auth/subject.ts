import type { Actor } from '../context.ts';

/** An account. */
export type Account = Pick<Exclude<Actor, { kind: 'anonymous' }>, 'kind' | 'id'>;

/** An account or a session as rate limits and audit rows name it: `user:8d1f…`, `operator:7`, `session:51c0…`. */
export function subjectOf({ kind, id }: Account | { readonly kind: 'session'; readonly id: string }): string {
  return `${kind}:${id}`;
}
