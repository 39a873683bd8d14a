import type { components } from '../../../../generated/api-types.ts';
import { usageError } from '../../../errors/errors.ts';
import { readChoice } from '../../../input/arguments.ts';

export type Condition = components['schemas']['FlagCondition'];
type Operator = Condition['operator'];

/** Each operator with the words that show it. */
const OPERATORS: Readonly<Record<Operator, string>> = {
  in: 'in',
  starts_with: 'starts with',
  ends_with: 'ends with',
  contains: 'contains',
  num_eq: '=',
  num_gt: '>',
  num_gte: '≥',
  num_lt: '<',
  num_lte: '≤',
  date_after: 'after',
  date_before: 'before',
  version_eq: '=',
  version_gt: '>',
  version_gte: '≥',
  version_lt: '<',
  version_lte: '≤',
};
const NAMES = Object.keys(OPERATORS).filter((name): name is Operator => name in OPERATORS);

/** More values are counted instead of shown. */
const MAX_VALUES = 8;

/** `country in SA, AE`; a condition that is turned around begins with `not`. The text is not escaped. */
export function textOfCondition({ attribute, operator, values, not = false }: Condition): string {
  const shown = values.slice(0, MAX_VALUES).map(String).join(', ');
  const more = values.length > MAX_VALUES ? ` and ${values.length - MAX_VALUES} more` : '';
  return `${not ? 'not ' : ''}${attribute} ${OPERATORS[operator] ?? operator} ${shown}${more}`;
}

/** A condition such as `country in SA,AE` or `not appVersion version_gte 2.0.0`. @throws CliError exit 2 for anything else */
export function readCondition(text: string): Condition {
  const [, not, attribute, operator, values] = /^\s*(not\s+)?(\S+)\s+(\S+)\s+(.+?)\s*$/.exec(text) ?? [];
  if (attribute === undefined || values === undefined)
    throw usageError(`"${text}" is not a condition.`, 'use ATTRIBUTE OPERATOR VALUES, such as "country in SA,AE"');
  const condition = {
    attribute,
    operator: readChoice('operator', operator, NAMES),
    values: values.split(',').map((value) => value.trim()),
  };
  return not === undefined ? condition : { ...condition, not: true };
}
