import { pick } from './fields.ts';
import { EVENT_TYPES } from './types.ts';

type Values = Readonly<Record<string, unknown>>;

/** Names of changed values are at most so many. */
const MAX_NAMES = 50;
const NAME = /^[\w.-]{1,64}$/;

/**
 * The `data` of an event: the ids, `before` and `after` that its type allows. `details` may have more, such as the details of an audit row;
 * all else is left out.
 */
export function dataOf(type: string, details: Values): Values {
  const { ids = {}, values = {}, parts = [], namesChanges = false } = EVENT_TYPES[type] ?? {};
  const [only = 'status'] = Object.keys(values);
  const partOf = (name: string): Values => {
    const value = details[name];
    if (typeof value === 'object' && value !== null) return value as Values;
    return value === undefined ? {} : { [only]: value };
  };
  const shown = parts.map((name) => [name, pick(values, partOf(name))]);
  const changed = namesChanges ? { changed: namesIn(details['changed'] ?? namesOf(partOf('before'), partOf('after'))) } : {};
  return { ...pick(ids, { ...partOf('before'), ...partOf('after'), ...details }), ...changed, ...Object.fromEntries(shown) };
}

/** The names of the values that differ; settings by their own names. */
function namesOf(before: Values, after: Values): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const settings = name === 'settings' ? [before[name], after[name]].filter((value) => typeof value === 'object' && value !== null) : [];
    return settings.length === 0 ? [name] : settings.flatMap((value) => Object.keys(value as Values).map((key) => `settings.${key}`));
  });
  return [...new Set(names)];
}

function namesIn(names: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(names) ? names : [];
  return list.filter((name): name is string => typeof name === 'string' && NAME.test(name)).slice(0, MAX_NAMES);
}
