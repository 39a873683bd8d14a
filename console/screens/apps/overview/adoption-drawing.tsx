import { useFormat, useTexts } from '../../../i18n/texts.tsx';
import { type DayOfVersions, OTHERS } from './adoption-series.ts';

const WIDTH = 600;
const HEIGHT = 160;

interface DrawingProps {
  readonly names: readonly string[];
  readonly days: readonly DayOfVersions[];
}

/** The shares of the versions as areas one upon the other: the newest at the bottom, in the strongest colour. */
export function AdoptionDrawing({ names, days }: DrawingProps) {
  const format = useFormat();
  const x = (index: number): number => (days.length < 2 ? (index === 0 ? 0 : WIDTH) : (WIDTH * index) / (days.length - 1));
  const drawn = days.length === 1 ? [...days, ...days] : days;
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  return (
    <div>
      {/* the table has the same values for screen readers and keyboards */}
      <svg className="adoption-chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
        {names.map((name, level) => (
          <path key={name} className={`shade-${level}`} d={areaOf(drawn, names, level, x)} />
        ))}
        {days.map((day, index) => (
          <DayRay key={day.day} day={day} names={names} at={x(index)} />
        ))}
      </svg>
      <div className="chart-ends">
        <bdi>{format.day(first.day)}</bdi>
        <bdi>{format.day(last.day)}</bdi>
      </div>
    </div>
  );
}

function DayRay({
  day: { day, shares },
  names,
  at,
}: {
  readonly day: DayOfVersions;
  readonly names: readonly string[];
  readonly at: number;
}) {
  const { apps } = useTexts();
  const format = useFormat();
  const lines = names.map((name) => `${name === OTHERS ? apps.otherVersions : name} ${format.percent(shares.get(name) ?? 0)}`);
  return (
    <line className="ray" x1={at} x2={at} y1={0} y2={HEIGHT}>
      <title>{[format.date(day), ...lines].join('\n')}</title>
    </line>
  );
}

/** The area of one version above those below it. */
function areaOf(days: readonly DayOfVersions[], names: readonly string[], level: number, x: (index: number) => number): string {
  const top = days.map((day, index) => `${x(index).toFixed(1)} ${heightOf(day, names, level + 1)}`);
  const bottom = days.map((day, index) => `${x(index).toFixed(1)} ${heightOf(day, names, level)}`).toReversed();
  return `M${[...top, ...bottom].join('L')}Z`;
}

/** The edge above the first `count` versions, from the top of the drawing. */
function heightOf({ shares }: DayOfVersions, names: readonly string[], count: number): string {
  const sum = names.slice(0, count).reduce((total, name) => total + (shares.get(name) ?? 0), 0);
  return (HEIGHT - Math.min(1, sum) * HEIGHT).toFixed(1);
}
