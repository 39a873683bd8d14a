import type { ModeratedType } from '../decisions.ts';

/** The kinds in the order in which the queue lists those that wait equally long. */
export const KINDS = ['review', 'comment', 'post'] as const satisfies readonly ModeratedType[];

/** The place of a record in the queue. */
export interface QueuePlace {
  readonly kind: ModeratedType;
  readonly id: number;
  /** Since when it waits, as the index has it. */
  readonly since: Date;
}

export const CURSOR = /^\d{1,15}-(?:review|comment|post)-[1-9]\d{0,9}$/;

/** A place as the text that a client sends back for what comes after it. */
export function cursorOf({ since, kind, id }: QueuePlace): string {
  return `${since.getTime()}-${kind}-${id}`;
}

/** The place that a text of the form `CURSOR` names. */
export function placeOf(cursor: string): QueuePlace {
  const [since, name, id] = cursor.split('-');
  const kind = KINDS.find((known) => known === name) ?? 'review';
  return { kind, id: Number(id), since: new Date(Number(since)) };
}

/** The order of the queue: what waits longest comes first. */
export function comparePlaces(left: QueuePlace, right: QueuePlace): number {
  return left.since.getTime() - right.since.getTime() || KINDS.indexOf(left.kind) - KINDS.indexOf(right.kind) || left.id - right.id;
}
