import type { Flag } from '../data.ts';

/** Attributes that a phone may tell of itself and its user, and that the server knows. */
const STANDARD = ['userId', 'installationId', 'platform', 'appVersion', 'osVersion', 'country', 'language'] as const;
const TEXTS = new Set<string>(STANDARD);

export type Attributes = Readonly<Record<string, string>>;

/** The attributes that are worth asking for: the usual ones, then those that the rules of the flag look at. */
export function attributesOf({ targeting }: Flag): string[] {
  const rules = targeting?.rules ?? [];
  const named = rules.flatMap(({ when = [], stickiness }) => [
    ...when.map(({ attribute }) => attribute),
    ...(stickiness ? [stickiness] : []),
  ]);
  return [...new Set([...STANDARD, ...named.filter((name) => name !== 'targetingKey')])];
}

/** The context of a request. Own attributes that look like a number or a boolean are sent as one, as an app would. */
export function contextOf(attributes: Attributes): Record<string, string | number | boolean> {
  const told = Object.entries(attributes).filter(([, text]) => text.trim() !== '');
  return Object.fromEntries(told.map(([name, text]) => [name, TEXTS.has(name) ? text.trim() : scalarOf(text.trim())]));
}

function scalarOf(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
