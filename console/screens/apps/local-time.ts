/** The value of a field of date and time, in the zone of the browser: `2026-11-28T02:10`. */
export function toLocal(at: string | null): string {
  if (at === null) return '';
  const date = new Date(at);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate(), date.getHours(), date.getMinutes()];
  const [year, month, day, hour, minute] = parts.map((part) => String(part).padStart(2, '0'));
  return `${year}-${month}-${day}T${hour}:${minute}`;
}

/** The time of such a field for the API; null for an empty one. */
export function fromLocal(text: string): string | null {
  const date = new Date(text);
  return text === '' || Number.isNaN(date.getTime()) ? null : date.toISOString();
}
