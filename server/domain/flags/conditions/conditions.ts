import { type BuildCode, compareCodes } from '../../build-code.ts';
import { compareVersions, type VersionNumber } from '../../version-number.ts';
import { type EvaluationContext, VERSION_CODE } from '../context.ts';
import type { Condition, Operator, Scalar } from '../targeting.ts';
import { AttributeValue, fold } from './attribute-value.ts';
import { soughtOf } from './text-search.ts';

/** Whether a request fits. Never throws. */
export type Test = (context: EvaluationContext) => boolean;

type ValueTest = (value: AttributeValue) => boolean;

const NEVER: Test = () => false;
const ALWAYS: Test = () => true;

/** An order counts up (1) or down (-1). */
interface Order {
  readonly sign: 1 | -1;
  readonly isEqualEnough: boolean;
}

const ABOVE: Order = { sign: 1, isEqualEnough: false };
const BELOW: Order = { sign: -1, isEqualEnough: false };

const ORDERS: Readonly<Record<string, Order>> = {
  gt: ABOVE,
  gte: { ...ABOVE, isEqualEnough: true },
  lt: BELOW,
  lte: { ...BELOW, isEqualEnough: true },
  after: ABOVE,
  before: BELOW,
};

/** A condition with its values parsed once. */
export interface CompiledCondition {
  /** null when no attribute decides it. */
  readonly attribute: string | null;
  readonly test: Test;
}

/** Conditions that must all be true. */
export interface ConditionList {
  /** The attributes that decide, each once. */
  readonly attributes: readonly string[];
  readonly isEmpty: boolean;
  readonly fits: Test;
  /** Whether a request, of which only some attributes are known, may fit. */
  readonly mayFit: Test;
  /** Whether everything is known that decides. */
  readonly isKnown: Test;
}

export function compileEach(conditions: readonly Condition[]): CompiledCondition[] {
  return conditions.map((condition) => ({ attribute: condition.attribute, test: compileCondition(condition) }));
}

export function listOf(conditions: readonly CompiledCondition[]): ConditionList {
  const attributes = [...new Set(conditions.flatMap(({ attribute }) => attribute ?? []))];
  return {
    attributes,
    isEmpty: conditions.length === 0,
    fits: allOf(conditions.map(({ test }) => test)),
    mayFit: (context) => conditions.every(({ attribute, test }) => (attribute !== null && !context.has(attribute)) || test(context)),
    isKnown: (context) => attributes.every((attribute) => context.has(attribute)),
  };
}

/** The same for a list that many rules name: it is tested once for a request. */
export function sharedList(conditions: readonly CompiledCondition[]): ConditionList {
  const list = listOf(conditions);
  const [doesFit, mayFit] = [{}, {}];
  return {
    ...list,
    fits: (context) => context.once(doesFit, () => list.fits(context)),
    mayFit: (context) => context.once(mayFit, () => list.mayFit(context)),
  };
}

/** Whether all of the tests are true. */
export function allOf(tests: readonly Test[]): Test {
  const [only] = tests;
  if (only === undefined) return ALWAYS;
  return tests.length === 1 ? only : (context) => tests.every((test) => test(context));
}

function compileCondition({ attribute, operator, values, not = false, ignoreCase = false }: Condition): Test {
  const test = compileTest(operator, values, { ignoreCase, isCode: attribute === VERSION_CODE });
  // an operator of a later release decides nothing
  if (test === null) return NEVER;
  return (context) => {
    const value = context.read(attribute);
    return (value !== undefined && test(value)) !== not;
  };
}

interface Reading {
  readonly ignoreCase: boolean;
  /** Whether numbers are codes of builds. */
  readonly isCode: boolean;
}

function compileTest(operator: Operator, values: readonly Scalar[], { ignoreCase, isCode }: Reading): ValueTest | null {
  const textTest = compileTextTest(operator, values, ignoreCase);
  if (textTest !== null) return ignoreCase ? (value) => textTest(value.folded) : textTest;
  const [family = '', order = ''] = operator.split('_');
  if (family === 'num') return isCode ? compileOrder(order, values, CODES) : compileOrder(order, values, NUMBERS);
  if (family === 'date') return compileOrder(order, values, TIMES);
  return family === 'version' ? compileOrder(order, values, VERSIONS) : null;
}

function compileTextTest(operator: Operator, values: readonly Scalar[], ignoreCase: boolean): ValueTest | null {
  const texts = values.map((value) => (ignoreCase ? fold(String(value)) : String(value)));
  if (operator === 'in') {
    const set = new Set(texts);
    return ({ text }) => set.has(text);
  }
  const parts = soughtOf(texts);
  if (operator === 'contains') return ({ searched }) => parts.some((part) => searched.contains(part));
  if (operator === 'starts_with') return ({ searched }) => parts.some((start) => searched.startsWith(start));
  if (operator === 'ends_with') return ({ searched }) => parts.some((end) => searched.endsWith(end));
  return null;
}

/** Data that have an order. */
interface Ordered<T> {
  /** null for a value that cannot be read. */
  of(value: AttributeValue): T | null;
  compare(a: T, b: T): number;
  /** The same for equal data. */
  keyOf(value: AttributeValue): number | string | null;
}

const NUMBERS: Ordered<number> = { of: ({ number }) => number, compare: subtract, keyOf: ({ number }) => number };
const TIMES: Ordered<number> = { of: ({ time }) => time, compare: subtract, keyOf: ({ time }) => time };
const CODES: Ordered<BuildCode> = { of: ({ build }) => build, compare: compareCodes, keyOf: ({ buildKey }) => buildKey };
const VERSIONS: Ordered<VersionNumber> = { of: ({ version }) => version, compare: compareVersions, keyOf: ({ versionKey }) => versionKey };

/** Values that cannot be read are left out: they fit nothing. */
function compileOrder<T>(order: string, values: readonly Scalar[], { of, compare, keyOf }: Ordered<T>): ValueTest | null {
  const given = values.map((value) => new AttributeValue(value));
  if (order === 'eq') {
    const keys = new Set(given.map(keyOf).filter((key) => key !== null));
    return (value) => {
      const actual = keyOf(value);
      return actual !== null && keys.has(actual);
    };
  }
  const known = ORDERS[order];
  if (known === undefined) return null;
  const { sign, isEqualEnough } = known;
  const [first, ...others] = given.map(of).filter((value) => value !== null);
  if (first === undefined) return () => false;
  // a value above any of them is above the lowest, so one comparison is enough
  const bound = others.reduce((one, other) => (sign * compare(other, one) < 0 ? other : one), first);
  return (value) => {
    const actual = of(value);
    if (actual === null) return false;
    const comparison = sign * compare(actual, bound);
    return comparison > 0 || (isEqualEnough && comparison === 0);
  };
}

function subtract(a: number, b: number): number {
  return a - b;
}
