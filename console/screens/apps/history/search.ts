/** The filter of the history: a part of the app, such as `version:9`. */
export function historySearch({ subject }: Record<string, unknown>): { subject?: string } {
  return typeof subject === 'string' && subject !== '' ? { subject } : {};
}
