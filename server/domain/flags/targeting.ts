/** The form in which the targeting of a flag is written and stored (docs/reference/flags.md). */

export const OPERATORS = [
  'in',
  'starts_with',
  'ends_with',
  'contains',
  'num_eq',
  'num_gt',
  'num_gte',
  'num_lt',
  'num_lte',
  'date_after',
  'date_before',
  'version_eq',
  'version_gt',
  'version_gte',
  'version_lt',
  'version_lte',
] as const;
export type Operator = (typeof OPERATORS)[number];

export const VALUE_TYPES = ['boolean', 'string', 'number', 'object'] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

export const FLAG_KINDS = ['release', 'experiment', 'ops', 'killswitch', 'permission'] as const;
export type FlagKind = (typeof FLAG_KINDS)[number];

export type Scalar = string | number | boolean;

/** True when one of the values fits. Without the attribute it is false, and with `not` true. */
export interface Condition {
  attribute: string;
  operator: Operator;
  values: Scalar[];
  not?: boolean;
  ignoreCase?: boolean;
}

export interface Split {
  variant: string;
  weight: number;
}

/** The key of a variant, or a draw among some of them. */
export type Serve = string | { split: Split[] };

export interface Rule {
  id: string;
  name?: string;
  /** All must be true. */
  when?: Condition[];
  /** Keys of segments; the conditions of all must be true. */
  segments?: string[];
  percentage?: number;
  /** The attribute that decides the percentage and the draw; `targetingKey` when not given. */
  stickiness?: string;
  /** The key of the flag when not given. Rules with the same salt include the same people. */
  salt?: string;
  /** A draw among all variants when not given, and just on when the flag has none. */
  serve?: Serve;
}

export interface Variant {
  key: string;
  value: unknown;
  weight: number;
}

export interface Requirement {
  flag: string;
  on?: boolean;
  variants?: string[];
}

/** From `at` on, the rule has this percentage. */
export interface Step {
  at: string;
  rule: string;
  percentage: number;
}

export interface Targeting {
  variants?: Variant[];
  /** The first that fits wins. */
  rules: Rule[];
  /** Served when no rule fits; off when not given. */
  otherwise?: { serve?: Serve } | 'off';
  requires?: Requirement[];
  startAt?: string | null;
  stopAt?: string | null;
  steps?: Step[];
}

/** A named list of conditions that the rules of one app share. All must be true. */
export interface SegmentRule {
  key: string;
  conditions: readonly Condition[];
}
