import { Link } from '@tanstack/react-router';
import { useFormat, useTexts } from '../../../../i18n/texts.tsx';
import { type Column, Table } from '../../../../ui/data/table.tsx';
import { ExactTime, useNow } from '../../../../ui/data/time.tsx';
import { Code, Facts, UserText } from '../../../../ui/layout/pieces.tsx';
import type { Flag, Rule, Targeting } from '../data.ts';
import { textOfCondition, textOfServe, weightOf } from './words.ts';

interface TargetingViewProps {
  readonly slug: string;
  readonly flag: Flag;
}

/** The people who get a flag, in sentences. */
export function TargetingView({ slug, flag }: TargetingViewProps) {
  const { flags } = useTexts();
  const format = useFormat();
  const { targeting, isEnabled } = flag;
  if (targeting === null) return <p>{flags.everybodySame}</p>;
  const { rules, otherwise = 'off', variants = [] } = targeting;
  const rest = otherwise === 'off' ? flags.value.off : textOfServe(flags, format.percent, otherwise.serve, targeting);
  return (
    <div className="stack">
      {isEnabled ? null : <p className="muted">{flags.whileOff}</p>}
      <Times slug={slug} targeting={targeting} />
      <ol className="rule-list">
        {rules.map((rule, index) => (
          <RuleView key={rule.id} number={index + 1} rule={rule} targeting={targeting} />
        ))}
        <li>
          <strong>{rules.length === 0 ? flags.everybody : flags.otherwise}</strong>
          <span className="serves">
            <span aria-hidden="true" className="arrow" /> {rest}
          </span>
        </li>
      </ol>
      {variants.length === 0 ? null : <Variants variants={variants} />}
    </div>
  );
}

function RuleView({ number, rule, targeting }: { readonly number: number; readonly rule: Rule; readonly targeting: Targeting }) {
  const { flags } = useTexts();
  const format = useFormat();
  const { id, name, stickiness, serve } = rule;
  const { percentage, next } = useSteps(rule, targeting);
  return (
    <li>
      <div className="line wrap">
        <strong>{flags.rule(number)}</strong>
        {name === undefined ? <Code>{id}</Code> : <UserText>{name}</UserText>}
      </div>
      <Fits rule={rule} />
      <div className="rule-share">
        <span className="track" aria-hidden="true">
          <span className="fill" style={{ inlineSize: `${percentage}%` }} />
        </span>
        <span>{percentage === 100 ? flags.allOfThem : flags.ofThem(format.percent(percentage / 100))}</span>
        <span className="serves">
          <span aria-hidden="true" className="arrow" /> {textOfServe(flags, format.percent, serve, targeting)}
        </span>
        {next === undefined ? null : (
          <span className="small muted">
            {flags.next(format.percent(next.percentage / 100))} · <ExactTime at={next.at} />
          </span>
        )}
        {stickiness === undefined || percentage === 100 ? null : <span className="small muted">{flags.by(stickiness)}</span>}
      </div>
    </li>
  );
}

/** The people that a rule fits. */
function Fits({ rule: { when = [], segments = [] } }: { readonly rule: Rule }) {
  const { flags } = useTexts();
  const ofSegments = segments.map((key) => `${flags.segment} \u2068${key}\u2069`);
  const parts = [...when.map((condition) => textOfCondition(flags, condition)), ...ofSegments];
  if (parts.length === 0) return <p>{flags.fits}</p>;
  return (
    <p>
      {parts.map((part, index) => (
        <span key={part}>
          {index === 0 ? null : <span className="muted"> {flags.and} </span>}
          {part}
        </span>
      ))}
    </p>
  );
}

/** The percentage of a rule now, and its next step. */
function useSteps({ id, percentage = 100 }: Rule, { steps = [] }: Targeting) {
  const now = useNow();
  const own = steps.filter(({ rule }) => rule === id).toSorted((left, right) => Date.parse(left.at) - Date.parse(right.at));
  const last = own.findLast(({ at }) => new Date(at) <= now);
  return { percentage: last?.percentage ?? percentage, next: own.find(({ at }) => new Date(at) > now) };
}

function Times({ slug, targeting }: { readonly slug: string; readonly targeting: Targeting }) {
  const { flags } = useTexts();
  const { startAt, stopAt, requires = [] } = targeting;
  const needs = requires.map(({ flag, on = true, variants = [] }) => (
    <span key={flag} className="line wrap">
      <Link to="/apps/$slug/flags/$key" params={{ slug, key: flag }}>
        <Code>{flag}</Code>
      </Link>
      {variants.length === 0 ? on ? flags.value.on : flags.value.off : <Code>{variants.join(', ')}</Code>}
    </span>
  ));
  if (!startAt && !stopAt && needs.length === 0) return null;
  return (
    <Facts
      facts={[
        [flags.starts, startAt ? <ExactTime at={startAt} /> : null],
        [flags.stops, stopAt ? <ExactTime at={stopAt} /> : null],
        [flags.requires, needs.length === 0 ? null : needs],
      ]}
    />
  );
}

type Variant = NonNullable<Targeting['variants']>[number];

function Variants({ variants }: { readonly variants: readonly Variant[] }) {
  const { flags } = useTexts();
  const format = useFormat();
  const total = Math.max(1, weightOf(variants));
  const columns: Column<Variant>[] = [
    { key: 'key', title: flags.variant, render: ({ key }) => <Code>{key}</Code>, isName: true },
    { key: 'value', title: flags.valueOf, render: ({ value }) => <Code>{JSON.stringify(value)}</Code> },
    { key: 'share', title: flags.share, render: ({ weight }) => format.percent(weight / total), isNumeric: true },
  ];
  return <Table label={flags.variants} columns={columns} rows={variants} rowKey={({ key }) => key} />;
}
