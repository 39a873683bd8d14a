import type { CommandContext } from '../../../command.ts';
import { percentBar } from '../../../output/chart.ts';
import { oneLine } from '../../../output/safe-text.ts';
import { truncate } from '../../../output/width.ts';
import type { Flag, Rule, Targeting } from '../fields.ts';
import { textOfCondition } from './conditions.ts';

type Surroundings = Pick<CommandContext, 'print' | 'io'>;
type Serve = Rule['serve'];

const VALUE_CELLS = 40;
const INDENT = '   ';

/** The rules of a flag in their order with percentages as bars, what they serve, the variants and the times. */
export function targetingPicture(context: Surroundings, { targeting, isEnabled }: Flag): string[] {
  const off = isEnabled ? [] : ['Off for everybody, whatever the rules say, until the flag is enabled.'];
  if (targeting === null) return [...off, 'Everybody gets the same.'];
  const { variants = [], rules, otherwise = 'off', requires = [] } = targeting;
  return [
    ...off,
    ...timeLines(context, targeting),
    ...requires.map(({ flag, on = true, variants: keys = [] }) =>
      oneLine(`Requires ${flag} ${keys.length > 0 ? `to serve ${keys.join(' or ')}` : on ? 'on' : 'off'}`),
    ),
    ...rules.flatMap((rule, index) => ruleLines(context, rule, { number: index + 1, targeting })),
    oneLine(`${rules.length === 0 ? 'Everybody' : 'Otherwise'} → ${otherwise === 'off' ? 'off' : textOfServe(otherwise.serve, targeting)}`),
    ...(variants.length === 0 ? [] : ['Variants']),
    ...variants.map(({ key, value, weight }) => {
      const percent = percentText(weight, sumOf(variants));
      return `${INDENT}${percentBar(context.print.colors, Number.parseFloat(percent))} ${oneLine(`${percent} ${key} = ${textOfValue(value)}`)}`;
    }),
  ];
}

/** The people that a rule fits: `country in SA, AE and segment beta`. The text is not escaped. */
export function textOfRule({ when = [], segments = [] }: Rule): string {
  const parts = [...when.map(textOfCondition), ...segments.map((key) => `segment ${key}`)];
  return parts.length === 0 ? 'everybody' : parts.join(' and ');
}

/** The value that is served: `on`, the key of a variant, or a draw such as `blue 50 %, green 50 %`. The text is not escaped. */
export function textOfServe(serve: Serve, { variants = [] }: Targeting): string {
  if (typeof serve === 'string') return serve;
  const draw = serve?.split ?? variants.map(({ key, weight }) => ({ variant: key, weight }));
  const [first, second] = draw;
  if (first === undefined) return 'on';
  if (second === undefined) return first.variant;
  return draw.map(({ variant, weight }) => `${variant} ${percentText(weight, sumOf(draw))}`).join(', ');
}

/** The percentage of a rule at a time, in milliseconds since 1970: that of the last step which has come. */
export function percentageAt({ id, percentage = 100 }: Rule, { steps = [] }: Targeting, at: number): number {
  const come = steps.filter((step) => step.rule === id && Date.parse(step.at) <= at);
  return come.toSorted(byTime).at(-1)?.percentage ?? percentage;
}

function ruleLines(context: Surroundings, rule: Rule, { number, targeting }: { number: number; targeting: Targeting }): string[] {
  const { print, io } = context;
  const now = Number(io.now());
  const percentage = percentageAt(rule, targeting, now);
  const by = rule.stickiness === undefined || percentage === 100 ? '' : ` by ${rule.stickiness}`;
  const coming = (targeting.steps ?? []).filter((step) => step.rule === rule.id && Date.parse(step.at) > now).toSorted(byTime);
  const next = coming.map((step) => `${step.percentage} % ${timeText(context, step.at)}`);
  const name = rule.name === undefined ? '' : ` (${rule.name})`;
  return [
    `${number}  ${print.colors.bold(oneLine(rule.id))}${oneLine(`${name}: ${textOfRule(rule)}`)}`,
    `${INDENT}${percentBar(print.colors, percentage)} ${oneLine(`${percentage} %${by} → ${textOfServe(rule.serve, targeting)}`)}`,
    ...next.map((step, index) => `${INDENT}${index === 0 ? 'Next: ' : '      '}${step}`),
  ];
}

function timeLines(context: Surroundings, { startAt, stopAt }: Targeting): string[] {
  const now = Number(context.io.now());
  const verb = (at: string, past: string, coming: string): string => `${Date.parse(at) <= now ? past : coming} ${timeText(context, at)}`;
  return [...(startAt ? [verb(startAt, 'Started', 'Starts')] : []), ...(stopAt ? [verb(stopAt, 'Stopped', 'Stops')] : [])];
}

/** `2026-12-01T01:00:00.000Z (in 7 days)`. */
function timeText({ print }: Pick<CommandContext, 'print'>, at: string): string {
  const relative = print.isForPeople ? ` (${print.time(at)})` : '';
  return `${oneLine(at)}${relative}`;
}

function textOfValue(value: unknown): string {
  return truncate(JSON.stringify(value) ?? '', VALUE_CELLS);
}

/** `50 %`, or `33.3 %`. */
function percentText(weight: number, total: number): string {
  return `${Number(((100 * weight) / Math.max(1, total)).toFixed(1))} %`;
}

function sumOf(weighted: readonly { readonly weight: number }[]): number {
  return weighted.reduce((sum, { weight }) => sum + weight, 0);
}

function byTime(left: { readonly at: string }, right: { readonly at: string }): number {
  return Date.parse(left.at) - Date.parse(right.at);
}
