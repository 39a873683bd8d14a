const DAY_MS = 86_400_000;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const JWT = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/;

/** The same data with fixed times, ids and secrets in place of those that differ in each run. */
export function normalise<T>(examples: T): T {
  const ids = new Map<string, string>();
  const today = new Date().toISOString().slice(0, 10);
  const text = JSON.stringify(examples, (key, value: unknown) => {
    // the outbox sends while the examples are made
    if (key === 'mail' && typeof value === 'object') return { waiting: 0, failed: 0, oldestAt: null };
    if (key === 'ms') return 85;
    if (typeof value !== 'string') return value;
    // a time that the server counts from now; a time of a request has no milliseconds
    if (key === 'expiresAt' && INSTANT.test(value) && !value.endsWith('.000Z')) return '2026-07-30T20:00:00.000Z';
    if (key === 'code' && /^\d{6}$/.test(value)) return '482913';
    return ['kid', 'x', 'y'].includes(key) ? 'x'.repeat(43) : fixed(value, ids, today);
  });
  return JSON.parse(text);
}

function fixed(value: string, ids: Map<string, string>, today: string): string {
  if (INSTANT.test(value)) return fixedInstant(value, today);
  if (DAY.test(value)) return fixedDay(value, today);
  if (JWT.test(value)) return 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJleGFtcGxlIn0.c2lnbmF0dXJl';
  return value
    .replace(/^dk_[0-9a-f]{8}_[\w-]{43}$/, `dk_0a1b2c3d_${'x'.repeat(43)}`)
    .replace(/^(key:)?dk_[0-9a-f]{8}$/, '$1dk_0a1b2c3d')
    .replace(/^(d[ro]_[^.]+\.\d+)\.[\w-]{43}$/, `$1.${'x'.repeat(43)}`)
    .replace(/^(\d+)\.[\w-]{22}\.[0-9a-f]{64}$/, `$1.${'x'.repeat(22)}.${'0'.repeat(64)}`)
    .replace(/^http:\/\/127\.0\.0\.1:\d+\/diwan$/, 'https://hooks.example.com/diwan')
    .replace(/\bevt_[\w-]{22}/, `evt_${'x'.repeat(22)}`)
    .replace(/^whsec_[\w+/]{43}=$/, `whsec_${'x'.repeat(43)}=`)
    .replace(/"timestamp":"[^"]+"/, '"timestamp":"2026-01-31T20:00:00.000Z"')
    .replace(/^"[\w-]{27}"$/, `"${'x'.repeat(27)}"`)
    .replace(/[A-Z2-7]{32}/, 'JBSWY3DPEHPK3PXP'.repeat(2))
    .replace(/^([a-z0-9]{4}-){3}[a-z0-9]{4}$/, 'ab2c-9fkd-x7m3-qq4w')
    .replace(UUID, (id) => fixedId(id, ids));
}

/** Ids of the examples' own requests are fixed already and have no letters. */
function fixedId(id: string, ids: Map<string, string>): string {
  if (/^[\d-]+$/.test(id)) return id;
  const known = ids.get(id) ?? `0b9d6f3e-0000-4000-8000-${String(ids.size + 1).padStart(12, '0')}`;
  ids.set(id, known);
  return known;
}

/** The instants around today move to one, those of the next week to the same hour of as many days later; others belong to the requests. */
function fixedInstant(instant: string, today: string): string {
  const days = Math.floor((Date.parse(instant) - Date.parse(today)) / DAY_MS);
  if (days < -2 || days > 7) return instant;
  return new Date(Date.parse('2026-01-31T20:00:00.000Z') + (days < 2 ? 0 : days) * DAY_MS).toISOString();
}

/** The days around today move to 2026-01-31; others belong to the requests. */
function fixedDay(day: string, today: string): string {
  const distance = Date.parse(day) - Date.parse(today);
  return Math.abs(distance) < 7 * DAY_MS ? new Date(Date.parse('2026-01-31') + distance).toISOString().slice(0, 10) : day;
}
