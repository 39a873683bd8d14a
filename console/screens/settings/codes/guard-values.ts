import type { Schemas } from '../../../api.ts';

type Settings = Schemas['Project']['settings'];
type SettingsChanges = NonNullable<Schemas['ProjectPatch']['settings']>;

export const GUARD_MODES = ['enforce', 'record', 'off'] as const satisfies readonly Settings['otp']['guard'][];

/** The fields of the form: numbers and lists as they are typed. */
export interface GuardValues {
  readonly guard: Settings['otp']['guard'];
  readonly scale: string;
  readonly cap: string;
  readonly countries: string;
  readonly blocked: string;
}

/** The values that the form shows at first. */
export function valuesOf({ otp, phone }: Settings): GuardValues {
  return {
    guard: otp.guard,
    scale: String(otp.guardScale),
    cap: otp.capPerDay === null ? '' : String(otp.capPerDay),
    countries: (phone.countries ?? []).join(', '),
    blocked: phone.blockedCountries.join(', '),
  };
}

/** The fields that differ, as the API takes them; null for none. */
export function changesOf(before: Settings, values: GuardValues): SettingsChanges | null {
  const old = valuesOf(before);
  const isChanged = (name: keyof GuardValues): boolean => old[name] !== values[name];
  const otp = {
    ...(isChanged('guard') ? { guard: values.guard } : {}),
    ...(isChanged('scale') ? { guardScale: numberOrNull(values.scale) } : {}),
    ...(isChanged('cap') ? { capPerDay: numberOrNull(values.cap) } : {}),
  };
  const phone = {
    ...(isChanged('countries') ? { countries: countriesOrNull(values.countries) } : {}),
    ...(isChanged('blocked') ? { blockedCountries: countriesOrNull(values.blocked) } : {}),
  };
  const changes = { ...(Object.keys(otp).length === 0 ? {} : { otp }), ...(Object.keys(phone).length === 0 ? {} : { phone }) };
  return Object.keys(changes).length === 0 ? null : changes;
}

function numberOrNull(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}

function countriesOrNull(text: string): string[] | null {
  const countries = text
    .toUpperCase()
    .split(/[,،\s]+/)
    .filter((word) => word !== '');
  return countries.length === 0 ? null : countries;
}
