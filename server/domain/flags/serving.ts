import { type HashedEnd, type Salt, saltOf, weightIn } from './murmur3.ts';
import { type Evaluation, Outcomes, type Reason } from './outcomes.ts';
import type { Serve, Split, Variant } from './targeting.ts';

/** The answers that a rule serves: the drawn variant, or just on when there is nothing to draw from. */
export interface Serving {
  /** Also served without a value to draw by. */
  readonly first: Drawn;
  /** Empty when there is only the first. */
  readonly draw: readonly Weighted[];
  readonly total: number;
  readonly salt: Salt;
}

export interface Drawn {
  readonly whole: Evaluation;
  /** Served by a percentage below 100. */
  readonly partly: Evaluation;
}

interface Weighted extends Drawn {
  readonly upTo: number;
}

/** The source of the answers of one flag. */
export interface Drawing {
  readonly variants: readonly Variant[];
  readonly outcomes: Outcomes;
  readonly salt: Salt;
}

/** The reasons of a whole rule and of one with a percentage below 100. A draw among several variants always has the second. */
type Reasons = readonly [whole: Reason, partly: Reason];

export function servingOf(serve: Serve | undefined, [whole, partly]: Reasons, { variants, outcomes, salt }: Drawing): Serving {
  const byKey = new Map(variants.map((variant) => [variant.key, variant]));
  const drawn: (Split & { readonly value: Variant })[] = [];
  for (const one of splitOf(serve, variants)) {
    const value = byKey.get(one.variant);
    if (value !== undefined && one.weight > 0) drawn.push({ value, ...one });
  }
  const isDraw = drawn.length > 1;
  const of = (variant: Variant | null): Drawn => ({
    whole: outcomes.on(variant, isDraw ? partly : whole),
    partly: outcomes.on(variant, partly),
  });
  let total = 0;
  const draw = drawn.map(({ value, weight }) => {
    total += weight;
    return { upTo: total, ...of(value) };
  });
  return { first: draw[0] ?? of(null), draw: isDraw ? draw : [], total, salt };
}

function splitOf(serve: Serve | undefined, variants: readonly Variant[]): readonly Split[] {
  if (serve === undefined) return variants.map(({ key, weight }) => ({ variant: key, weight }));
  return typeof serve === 'string' ? [{ variant: serve, weight: 1 }] : serve.split;
}

/** Served by a flag that is the same for everybody. */
export const ON: Serving = servingOf(undefined, ['STATIC', 'STATIC'], {
  variants: [],
  outcomes: new Outcomes('boolean'),
  salt: saltOf(''),
});

/** The variant for a value. */
export function drawFrom({ first, draw, total, salt }: Serving, value: HashedEnd | null): Drawn {
  if (value === null || draw.length === 0) return first;
  const weight = weightIn(salt, value, total);
  return draw.find(({ upTo }) => upTo >= weight) ?? first;
}
