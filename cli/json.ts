/** Narrows parsed JSON to an object whose fields can be inspected. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
