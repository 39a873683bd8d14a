import { withoutInvisibleSigns } from '../../unicode.ts';
import { hasUnsafeDirection, withoutDirectionMarks } from './direction-marks.ts';

/** Direction marks in a text: `safe` accepts marks and closed isolates, `none` refuses all of them, `any` accepts all of them. */
export type DirectionRule = 'safe' | 'none' | 'any';

export interface TextShape {
  /** Fewest visible code points after trimming; 1 when not given. */
  readonly min?: number;
  /** Most code points. */
  readonly max: number;
  readonly multiline: boolean;
  readonly direction: DirectionRule;
}

export const TEXT_MESSAGES = {
  'text.control': '{{#label}} must not contain control characters',
  'text.pile': '{{#label}} must not pile up combining marks',
  'text.surrogate': '{{#label}} must be well-formed Unicode',
  'text.bidi': '{{#label}} must not contain direction-changing characters',
  'text.override': '{{#label}} must not override the direction of text, nor leave a direction isolate open',
  'text.min': '{{#label}} must have at least {{#limit}} characters',
  'text.max': '{{#label}} must have at most {{#limit}} characters',
  'text.empty': '{{#label}} must not be empty',
};

const CONTROL = /\p{Cc}/u;
const CONTROL_BUT_BREAKS = /[^\P{Cc}\n\t]/u;
const LONE_SURROGATE = /\p{Cs}/u;

/** The first rule of `shape` that a normalised, trimmed text breaks; null when it breaks none. */
export function textFault(value: string, shape: TextShape): keyof typeof TEXT_MESSAGES | null {
  if (LONE_SURROGATE.test(value)) return 'text.surrogate';
  if ((shape.multiline ? CONTROL_BUT_BREAKS : CONTROL).test(value)) return 'text.control';
  if (shape.direction === 'none' && withoutDirectionMarks(value).trim() !== value) return 'text.bidi';
  if (shape.direction === 'safe' && hasUnsafeDirection(value)) return 'text.override';
  const visible = withoutInvisibleSigns(value).trim();
  const min = shape.min ?? 1;
  if (visible.length < min * 2 && countCodePoints(visible) < min) return visible === '' ? 'text.empty' : 'text.min';
  // a string never has more code points than UTF-16 units, so the count is needed only near the limit
  return value.length > shape.max && countCodePoints(value) > shape.max ? 'text.max' : null;
}

function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
