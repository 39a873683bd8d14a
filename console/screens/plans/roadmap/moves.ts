import type { Schemas } from '../../../api.ts';

type Item = Schemas['RoadmapItem'];

export const STATUSES = ['planned', 'in_progress', 'completed'] as const satisfies readonly Item['status'][];

export interface Place {
  readonly id: number;
  readonly position: number;
}

/**
 * The positions to write so that the item at one index has another one. A column keeps its positions where they are distinct, so that
 * a step moves two items; items that share a position get different ones.
 */
export function placesAfter(column: readonly Item[], from: number, to: number): readonly Place[] {
  const order = [...column];
  const [moved] = order.splice(from, 1);
  if (moved === undefined) return [];
  order.splice(to, 0, moved);
  const positions = distinct(column.map(({ position }) => position));
  return order.flatMap(({ id, position }, index) => {
    const next = positions[index] ?? position;
    return next === position ? [] : [{ id, position: next }];
  });
}

/** Ascending numbers, each moved up just enough to differ from the one before. */
function distinct(ascending: readonly number[]): readonly number[] {
  const numbers: number[] = [];
  for (const number of ascending) numbers.push(Math.max(number, (numbers.at(-1) ?? -1) + 1));
  return numbers;
}
