import { type BuildCode, compareCodes, readCode } from '../build-code.ts';
import { compareVersions, parseVersion } from '../version-number.ts';
import { type EvaluationContext, VERSION_CODE } from './context.ts';
import type { Condition, Operator, Scalar } from './targeting.ts';

/** Whether a request fits. Never throws. */
export type Test = (context: EvaluationContext) => boolean;
type ValueTest = (value: Scalar) => boolean;
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

export function compileEach(conditions: readonly Condition[]): CompiledCondition[] {
  return conditions.map((condition) => ({ attribute: condition.attribute, test: compileCondition(condition) }));
}

/** Whether all of the conditions are true. */
export function allOf(conditions: readonly CompiledCondition[]): Test {
  const tests = conditions.map(({ test }) => test);
  const [only] = tests;
  if (only === undefined) return ALWAYS;
  return tests.length === 1 ? only : (context) => tests.every((test) => test(context));
}

/** Whether a request, of which only some attributes are known, may fit all of the conditions. */
export function mayFit(conditions: readonly CompiledCondition[], context: EvaluationContext): boolean {
  return conditions.every((condition) => !isKnown(condition, context) || condition.test(context));
}

/** Whether everything is known that decides a condition. */
export function isKnown({ attribute }: CompiledCondition, context: EvaluationContext): boolean {
  return attribute === null || context.has(attribute);
}

function compileCondition({ attribute, operator, values, not = false, ignoreCase = false }: Condition): Test {
  const test = compileTest(operator, values, { ignoreCase, isCode: attribute === VERSION_CODE });
  // an operator of a later release decides nothing
  if (test === null) return NEVER;
  return (context) => {
    const value = context.get(attribute);
    return (value !== undefined && test(value)) !== not;
  };
}

interface Reading {
  readonly ignoreCase: boolean;
  /** Whether numbers are codes of builds. */
  readonly isCode: boolean;
}

function compileTest(operator: Operator, values: readonly Scalar[], { ignoreCase, isCode }: Reading): ValueTest | null {
  const fold = (value: Scalar): string => (ignoreCase ? String(value).toLowerCase() : String(value));
  const texts = values.map(fold);
  if (operator === 'in') {
    const set = new Set(texts);
    return (value) => set.has(fold(value));
  }
  if (operator === 'starts_with') return (value) => startsWithAny(fold(value), texts);
  if (operator === 'ends_with') return (value) => endsWithAny(fold(value), texts);
  if (operator === 'contains') return (value) => containsAny(fold(value), texts);
  const [family = '', order = ''] = operator.split('_');
  const fits = ORDERS[order];
  if (fits === undefined) return null;
  if (family === 'num' && isCode) return compareWith(readBuild, compareCodes, { values, fits });
  if (family === 'num') return compareWith(readNumber, subtract, { values, fits });
  if (family === 'date') return compareWith(readInstant, subtract, { values, fits });
  return family === 'version' ? compareWith(readVersion, compareVersions, { values, fits }) : null;
}

interface Comparison {
  readonly values: readonly Scalar[];
  readonly fits: Order;
}

/** Values that cannot be read are left out: they fit nothing. */
function compareWith<T>(read: (value: Scalar) => T | null, compare: (a: T, b: T) => number, { values, fits }: Comparison): ValueTest {
  const wanted = values.map(read).filter((value) => value !== null);
  return (value) => {
    const actual = read(value);
    return actual !== null && wanted.some((one) => fits(compare(actual, one)));
  };
}

function subtract(a: number, b: number): number {
  return a - b;
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;

/** null for everything that is not a finite number. */
export function readNumber(value: Scalar): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.length > 64 || !NUMBER.test(value)) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** The code of a build: a number, or numbers with dots between them. */
export function readBuild(value: Scalar): BuildCode | null {
  return typeof value === 'boolean' ? null : (readCode(String(value)) ?? readNumber(value));
}

/** Milliseconds since 1970 of an ISO 8601 text; null for everything else. */
export function readInstant(value: Scalar): number | null {
  if (typeof value !== 'string' || !INSTANT.test(value)) return null;
  const time = Date.parse(value);
  return Number.isNaN(time) ? null : time;
}

export function readVersion(value: Scalar): ReturnType<typeof parseVersion> {
  return typeof value === 'boolean' ? null : parseVersion(String(value));
}

function startsWithAny(text: string, starts: readonly string[]): boolean {
  return starts.some((start) => text.startsWith(start));
}

function endsWithAny(text: string, ends: readonly string[]): boolean {
  return ends.some((end) => text.endsWith(end));
}

function containsAny(text: string, parts: readonly string[]): boolean {
  return parts.some((part) => text.includes(part));
}
