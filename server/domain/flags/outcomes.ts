import type { ValueType, Variant } from './targeting.ts';

export type Reason = 'STATIC' | 'TARGETING_MATCH' | 'SPLIT';

/** The answer for one flag and one request. */
export interface Evaluation {
  readonly isOn: boolean;
  /** null when no variant was drawn. */
  readonly variant: Variant | null;
  readonly reason: Reason;
  /** Its place among the answers that the flag may give, so that what is derived from an answer can be kept. */
  readonly place: number;
}

/** The first answer of every flag. */
export const OFF: Evaluation = { isOn: false, variant: null, reason: 'STATIC', place: 0 };

/** The answers that one flag may give. They are few, and each exists once. */
export class Outcomes {
  readonly #valueType: ValueType;
  readonly #known = new Map<string, Evaluation>();

  constructor(valueType: ValueType) {
    this.#valueType = valueType;
  }

  on(variant: Variant | null, reason: Reason): Evaluation {
    const name = variant === null ? reason : `${reason} ${variant.key}`;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const isOn = variant === null || this.#valueType !== 'boolean' || variant.value === true;
    const made = { isOn, variant, reason, place: this.#known.size + 1 };
    this.#known.set(name, made);
    return made;
  }
}
