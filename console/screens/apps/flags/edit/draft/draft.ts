import type { Schemas } from '../../../../../api.ts';
import type { Condition, Flag, Kind, Rule, Serve, Targeting } from '../../data.ts';
import { readRest, restOf, restText } from './rest.ts';
import { textOfValues, valuesOf } from './values.ts';

/** A flag as the form holds it. */
export interface Draft {
  readonly description: string;
  readonly kind: Kind;
  readonly rules: readonly DraftRule[];
  readonly otherwise: Otherwise;
  /** Variants, times and prerequisites, as JSON. */
  readonly rest: string;
}

export interface DraftRule {
  /** Tells the rules of the form apart while their order changes. */
  readonly key: string;
  /** The rule that was read, whose other fields stay. */
  readonly rule: Rule;
  readonly name: string;
  readonly percentage: string;
  readonly stickiness: string;
  readonly salt: string;
  readonly segments: readonly string[];
  readonly serve: Serve | null;
  readonly when: readonly DraftCondition[];
}

export interface DraftCondition {
  readonly key: string;
  readonly condition: Condition;
  readonly values: string;
}

type Otherwise = NonNullable<Targeting['otherwise']>;
type FlagPatch = Schemas['FlagPatch'];
type TargetingInput = Schemas['FlagTargetingInput'];

/** The form of a flag as it is stored. */
export function draftOf({ description, kind, targeting }: Flag): Draft {
  const { rules = [], otherwise = 'off' } = targeting ?? { otherwise: {} };
  return { description: description ?? '', kind, rules: rules.map(draftRule), otherwise, rest: restText(restOf(targeting)) };
}

/** A rule that fits everybody, with an id that no other rule has. */
export function newRule(rules: readonly DraftRule[]): DraftRule {
  return draftRule({ id: freeName('rule', new Set(rules.map(({ key }) => key))) });
}

export function newCondition(when: readonly DraftCondition[]): DraftCondition {
  const key = freeName('new', new Set(when.map((condition) => condition.key)));
  return { key, condition: { attribute: '', operator: 'in', values: [] }, values: '' };
}

/** The fields that a draft changes. @throws RestFault when the JSON cannot be read */
export function patchOf(draft: Draft, base: Flag): FlagPatch {
  const before = draftOf(base);
  return {
    ...(draft.description.trim() === before.description.trim() ? {} : { description: draft.description.trim() || null }),
    ...(draft.kind === before.kind ? {} : { kind: draft.kind }),
    ...(isSameTargeting(draft, before) ? {} : { targeting: targetingOf(draft) }),
  };
}

export function isChanged(draft: Draft, base: Flag): boolean {
  const before = draftOf(base);
  return draft.description.trim() !== before.description.trim() || draft.kind !== before.kind || !isSameTargeting(draft, before);
}

/** Puts the typed fields on top of a newer state: fields that the reader did not touch are those of the newer state. */
export function rebased(draft: Draft, base: Flag, latest: Flag): Draft {
  const [before, after] = [draftOf(base), draftOf(latest)];
  const keepsRules = !isSameTargeting(draft, before);
  const { rules, otherwise, rest } = keepsRules ? draft : after;
  return {
    description: draft.description.trim() === before.description.trim() ? after.description : draft.description,
    kind: draft.kind === before.kind ? after.kind : draft.kind,
    rules,
    otherwise,
    rest,
  };
}

function isSameTargeting(left: Draft, right: Draft): boolean {
  const parts = ({ rules, otherwise, rest }: Draft) => JSON.stringify([rules.map(ruleOf), otherwise, rest.trim()]);
  return parts(left) === parts(right);
}

/** Null where everybody gets the same. */
function targetingOf({ rules, otherwise, rest }: Draft): TargetingInput | null {
  const others = readRest(rest);
  const isForAll = typeof otherwise === 'object' && otherwise.serve === undefined;
  if (rules.length === 0 && isForAll && Object.keys(others).length === 0) return null;
  return { ...others, rules: rules.map(ruleOf), otherwise };
}

function draftRule(rule: Rule): DraftRule {
  const { id, name = '', percentage = 100, stickiness = '', salt = '', segments = [], serve = null, when = [] } = rule;
  const conditions = when.map((condition, index) => ({
    key: `${id}-${index}`,
    condition,
    values: textOfValues(condition.values),
  }));
  return { key: id, rule, name, percentage: String(percentage), stickiness, salt, segments, serve, when: conditions };
}

/** A number that is none goes to the server as it is, whose message then tells what is allowed. */
function ruleOf({ rule, name, percentage, stickiness, salt, segments, serve, when }: DraftRule): Rule {
  const percent = Number(withAsciiDigits(percentage.trim() === '' ? '100' : percentage));
  return {
    id: rule.id,
    ...(name.trim() === '' ? {} : { name: name.trim() }),
    ...(when.length === 0 ? {} : { when: when.map(conditionOf) }),
    ...(segments.length === 0 ? {} : { segments: [...segments] }),
    ...(percent === 100 ? {} : { percentage: percent }),
    ...(stickiness.trim() === '' ? {} : { stickiness: stickiness.trim() }),
    ...(salt.trim() === '' ? {} : { salt: salt.trim() }),
    ...(serve === null ? {} : { serve }),
  };
}

function conditionOf({ condition, values }: DraftCondition): Condition {
  const { attribute, operator, not = false, ignoreCase = false } = condition;
  return {
    attribute: attribute.trim(),
    operator,
    values: valuesOf(values, condition.values),
    ...(not ? { not } : {}),
    ...(ignoreCase ? { ignoreCase } : {}),
  };
}

function freeName(prefix: string, taken: ReadonlySet<string>): string {
  let number = taken.size + 1;
  while (taken.has(`${prefix}-${number}`)) number += 1;
  return `${prefix}-${number}`;
}

/** An Arabic keyboard gives Arabic digits. */
function withAsciiDigits(text: string): string {
  return text.replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660));
}
