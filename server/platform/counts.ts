import type { MessageLanguage } from './messaging/message.ts';

export type CountedUnit = 'day' | 'hour' | 'minute' | 'second';

/** The place of a number with its unit in a sentence. Arabic has another dual after a preposition, such as بعد. */
export type CountPlace = 'alone' | 'after preposition';

/** The forms of a unit by the plural category of the number, which takes the place of `{n}`. */
export type CountForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

interface Counting {
  readonly unit: CountedUnit;
  readonly language: MessageLanguage;
  readonly place: CountPlace;
}

interface ArabicNoun {
  readonly one: string;
  /** Without its ending. */
  readonly dual: string;
  readonly few: string;
  readonly many: string;
}

const ENGLISH: Readonly<Record<CountedUnit, CountForms>> = {
  day: { one: '{n} day', other: '{n} days' },
  hour: { one: '{n} hour', other: '{n} hours' },
  minute: { one: '{n} minute', other: '{n} minutes' },
  second: { one: '{n} second', other: '{n} seconds' },
};

const ARABIC: Readonly<Record<CountedUnit, ArabicNoun>> = {
  day: { one: 'يوم', dual: 'يوم', few: 'أيام', many: 'يومًا' },
  hour: { one: 'ساعة', dual: 'ساعت', few: 'ساعات', many: 'ساعة' },
  minute: { one: 'دقيقة', dual: 'دقيقت', few: 'دقائق', many: 'دقيقة' },
  second: { one: 'ثانية', dual: 'ثانيت', few: 'ثوان', many: 'ثانية' },
};

const DUAL_ENDINGS: Readonly<Record<CountPlace, string>> = { alone: 'ان', 'after preposition': 'ين' };

/** Such as "3 days" or "يومين": a number with its unit, in the grammar of the language, with ASCII digits. */
export function countOf(count: number, counting: Counting): string {
  const forms = countForms(counting);
  const form = forms[new Intl.PluralRules(counting.language).select(count)] ?? forms.other;
  return form.replace('{n}', String(count));
}

/** For scripts of pages, which count by themselves. */
export function countForms({ unit, language, place }: Counting): CountForms {
  if (language === 'en') return ENGLISH[unit];
  const { one, dual, few, many } = ARABIC[unit];
  return { one, two: dual + DUAL_ENDINGS[place], few: `{n} ${few}`, many: `{n} ${many}`, other: `{n} ${one}` };
}
