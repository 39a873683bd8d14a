import type { useTexts } from '../../../../i18n/texts.tsx';
import type { Condition, Serve, Targeting } from '../data.ts';

export type FlagTexts = ReturnType<typeof useTexts>['flags'];

const MAX_VALUES = 8;

/** `country is one of SA, AE`. */
export function textOfCondition(flags: FlagTexts, { attribute, operator, values, not = false }: Condition): string {
  const shown = values.slice(0, MAX_VALUES).map((value) => isolated(String(value)));
  const rest = values.length - MAX_VALUES;
  const more = rest > 0 ? [flags.moreValues(rest)] : [];
  const words = [not ? flags.not : '', isolated(attribute), flags.operators[operator], shown.join(', '), ...more];
  return words.filter((word) => word !== '').join(' ');
}

/** `on`, the key of a variant, or a draw such as `blue 50%, green 50%`. */
export function textOfServe(flags: FlagTexts, percent: (share: number) => string, serve: Serve | undefined, targeting: Targeting): string {
  if (typeof serve === 'string') return isolated(serve);
  const draw = serve?.split ?? (targeting.variants ?? []).map(({ key, weight }) => ({ variant: key, weight }));
  const [first, second] = draw;
  if (first === undefined) return flags.value.on;
  if (second === undefined) return isolated(first.variant);
  const total = Math.max(1, weightOf(draw));
  return draw.map(({ variant, weight }) => `${isolated(variant)} ${percent(weight / total)}`).join(', ');
}

export function weightOf(weighted: readonly { readonly weight: number }[]): number {
  return weighted.reduce((sum, { weight }) => sum + weight, 0);
}

/** In its own direction within the text around it. */
function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
