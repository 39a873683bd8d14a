type Fields = Readonly<Record<string, unknown>>;

/** The fields that an edit changed, with their full values before and after, so that it can be undone; null when nothing changed. */
export function editOf(before: Fields, after: Fields): { before: Fields; after: Fields } | null {
  const changed = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return changed.length === 0 ? null : { before: pick(before, changed), after: pick(after, changed) };
}

function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}
