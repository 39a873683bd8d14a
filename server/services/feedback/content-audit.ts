type Facts = Readonly<Record<string, unknown>>;

/**
 * What an audit row keeps of an edit: the fields that differ, before and after, texts whole, so that a bad edit can be taken back. null
 * when nothing differs.
 */
export function editOf(before: Facts, after: Facts): { before: Facts; after: Facts } | null {
  const changed = Object.keys(after).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  return changed.length === 0 ? null : { before: pick(before, changed), after: pick(after, changed) };
}

function pick(facts: Facts, fields: readonly string[]): Facts {
  return Object.fromEntries(fields.map((field) => [field, facts[field]]));
}
