/** The people whom conditions and lists of testers name by the ids of their accounts. */

const USER_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** The lists of a condition and of testers. */
const LISTS = new Set(['values', 'ids']);
/** Its values are data of the app. */
const DATA = 'variants';

/** Everything in conditions, targeting or testers that may be the id of an account, as accounts are stored. */
export function idsIn(value: unknown): string[] {
  return membersOf(value).flatMap(([name, member]) =>
    isList(name, member) ? member.map(idOf).filter((id) => USER_ID.test(id)) : idsIn(member),
  );
}

/** The same value without some ids. A condition whose list is empty then fits no one, and with `not` everyone. */
export function withoutIds(value: unknown, ids: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutIds(one, ids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (isList(name, member)) return [name, member.filter((one) => !ids.has(idOf(one)))];
      return [name, name === DATA ? member : withoutIds(member, ids)];
    }),
  );
}

/** Testers without some ids; null when none is left. */
export function testersWithout(testers: unknown, ids: ReadonlySet<string>): unknown {
  const left = withoutIds(testers, ids);
  const isNoOne = typeof left === 'object' && left !== null && 'ids' in left && Array.isArray(left.ids) && left.ids.length === 0;
  return isNoOne ? null : left;
}

function membersOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value).filter(([name]) => name !== DATA) : [];
}

function isList(name: string, member: unknown): member is unknown[] {
  return LISTS.has(name) && Array.isArray(member);
}

/** A condition may ignore case. */
function idOf(value: unknown): string {
  return String(value).toLowerCase();
}
