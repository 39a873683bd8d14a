/** The forms of a counted thing; `#` is the number. */
export interface EnglishForms {
  readonly one: string;
  readonly other: string;
}

export interface ArabicForms {
  readonly zero: string;
  readonly one: string;
  readonly two: string;
  readonly few: string;
  readonly many: string;
  readonly other: string;
}

const ENGLISH = { rules: new Intl.PluralRules('en'), numbers: new Intl.NumberFormat('en') };
const ARABIC = { rules: new Intl.PluralRules('ar'), numbers: new Intl.NumberFormat('ar-AE') };

/** `english(3, { one: '# review', other: '# reviews' })` is `3 reviews`. */
export function english(count: number, { one, other }: EnglishForms): string {
  const form = ENGLISH.rules.select(count) === 'one' ? one : other;
  return form.replace('#', ENGLISH.numbers.format(count));
}

/** The form that Arabic has for this number, such as the dual. */
export function arabic(count: number, forms: ArabicForms): string {
  return forms[ARABIC.rules.select(count)].replace('#', ARABIC.numbers.format(count));
}
