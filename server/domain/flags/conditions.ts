import { compareCodes } from '../build-code.ts';
import { compareVersions, type VersionNumber } from '../version-number.ts';
import { type AttributeValue, fold, readBuild, readNumber, readTimeOf, readVersion } from './attribute-value.ts';
import { type EvaluationContext, VERSION_CODE } from './context.ts';
import type { Condition, Operator, Scalar } from './targeting.ts';
import { soughtOf } from './text-search.ts';

/** Whether a request fits. Never throws. */
export type Test = (context: EvaluationContext) => boolean;

type ValueTest = (value: AttributeValue) => boolean;
type Order = (comparison: number) => boolean;

const NEVER: Test = () => false;
const ALWAYS: Test = () => true;

const ORDERS: Readonly<Record<string, Order>> = {
  eq: (comparison) => comparison === 0,
  gt: (comparison) => comparison > 0,
  gte: (comparison) => comparison >= 0,
  lt: (comparison) => comparison < 0,
  lte: (comparison) => comparison <= 0,
  after: (comparison) => comparison > 0,
  before: (comparison) => comparison < 0,
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
  const fits = ORDERS[order];
  if (fits === undefined) return null;
  if (family === 'num' && isCode) return compareWith(values.map(readBuild), ({ build }) => build, { compare: compareCodes, fits });
  if (family === 'num') return compareWith(values.map(readNumber), ({ number }) => number, { compare: subtract, fits });
  if (family === 'date') return compareWith(values.map(readTimeOf), ({ time }) => time, { compare: subtract, fits });
  if (family !== 'version') return null;
  return compareWith<VersionNumber>(values.map(readVersion), ({ version }) => version, { compare: compareVersions, fits });
}

function compileTextTest(operator: Operator, values: readonly Scalar[], ignoreCase: boolean): ValueTest | null {
  const texts = values.map((value) => (ignoreCase ? fold(String(value)) : String(value)));
  if (operator === 'in') {
    const set = new Set(texts);
    return ({ text }) => set.has(text);
  }
  const parts = texts.map(soughtOf);
  if (operator === 'contains') return ({ searched }) => parts.some((part) => searched.contains(part));
  // only a text that is contained is compared, because comparing long common beginnings takes longer than a look-up
  if (operator === 'starts_with')
    return ({ text, searched }) => parts.some((start) => searched.contains(start) && text.startsWith(start.text));
  if (operator === 'ends_with') return ({ text, searched }) => parts.some((end) => searched.contains(end) && text.endsWith(end.text));
  return null;
}

interface Comparison<T> {
  compare(a: T, b: T): number;
  readonly fits: Order;
}

/** Values that cannot be read are left out: they fit nothing. */
function compareWith<T>(
  values: readonly (T | null)[],
  read: (value: AttributeValue) => T | null,
  { compare, fits }: Comparison<T>,
): ValueTest {
  const wanted = values.filter((value) => value !== null);
  return (value) => {
    const actual = read(value);
    return actual !== null && wanted.some((one) => fits(compare(actual, one)));
  };
}

function subtract(a: number, b: number): number {
  return a - b;
}
