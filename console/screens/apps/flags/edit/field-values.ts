import type { Flag, Rule } from '../data.ts';
import { type FlagTexts, textOfCondition } from '../view/words.ts';

type Fields = Readonly<Record<string, unknown>>;

const PART = ' · ';

/** A flag as single fields for a comparison: each part of each rule, and of the targeting, is one. */
export function fieldValues(flag: Flag, texts: FlagTexts): Fields {
  const { isEnabled, description, kind, valueType, config, targeting } = flag;
  const { rules = [], otherwise = targeting === null ? {} : 'off', ...parts } = targeting ?? {};
  return {
    isEnabled,
    description,
    kind,
    valueType,
    config,
    ...Object.fromEntries(rules.flatMap((rule) => ruleFields(rule, texts))),
    [texts.fields.order]: rules.length < 2 ? null : rules.map(({ id }) => id).join(', '),
    [texts.fields.otherwise]: textOfOtherwise(otherwise, texts),
    ...parts,
  };
}

/** The names of the fields that differ. */
export function differing(before: Fields, after: Fields): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null));
}

/** The names of fields for people; those of rules are so already. */
export function fieldNames({ fields }: FlagTexts): Readonly<Record<string, string>> {
  const { rule: _rule, order, otherwise, parts: _parts, ...names } = fields;
  return { ...names, [order]: order, [otherwise]: otherwise };
}

function ruleFields(rule: Rule, texts: FlagTexts): [string, unknown][] {
  const { id, when = [], percentage = 100, ...others } = rule;
  const parts = { when: when.map((condition) => textOfCondition(texts, condition)).join('\n'), percentage, ...others };
  const { rule: name, parts: partNames } = texts.fields;
  return Object.entries(parts).map(([part, value]) => [`${name(id)}${PART}${isNamed(partNames, part) ? partNames[part] : part}`, value]);
}

function textOfOtherwise(otherwise: unknown, { value }: FlagTexts): unknown {
  if (otherwise === 'off') return value.off;
  return JSON.stringify(otherwise) === '{}' ? value.on : otherwise;
}

function isNamed<T extends object>(names: T, name: PropertyKey): name is keyof T {
  return Object.hasOwn(names, name);
}
