import { useState } from 'react';
import { useFormat, useTexts } from '../../i18n/texts.tsx';
import { Button } from '../controls/button.tsx';
import { ScrollBox } from './scroll-box.tsx';
import { type Column, Table } from './table.tsx';

const WIDTH = 300;
const HEIGHT = 90;
const PADDING = 4;

export interface Point {
  /** The day, as the server names it: `2026-11-27`. */
  readonly day: string;
  /** Null for a day without a value, such as a rating without ratings: the line passes over it. */
  readonly value: number | null;
}

interface ChartProps {
  /** The name of the values, and the head of their column in the table. */
  readonly label: string;
  /** At most 90. */
  readonly points: readonly Point[];
  readonly format: (value: number) => string;
  /** The lowest value of the scale; 0 for counts. */
  readonly floor?: number;
  /** The highest value of the scale; without one, that of the points. */
  readonly ceiling?: number;
}

/** A line over days, and the same values as a table. */
export function Chart(props: ChartProps) {
  const { common } = useTexts();
  const [isTable, showTable] = useState(false);
  return (
    <div className="stack tight">
      {isTable ? <ChartTable {...props} /> : <Drawing {...props} />}
      <div>
        <Button
          look="link"
          onPress={() => showTable(!isTable)}
          label={`${isTable ? common.showAsChart : common.showAsTable}: ${props.label}`}
        >
          <span className="small">{isTable ? common.showAsChart : common.showAsTable}</span>
        </Button>
      </div>
    </div>
  );
}

function Drawing({ points, floor = 0, ceiling, format }: ChartProps) {
  const dates = useFormat();
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]));
  const top = ceiling ?? Math.max(floor + 1e-9, ...values);
  const x = (index: number): number => round((WIDTH * (index + 0.5)) / Math.max(points.length, 1));
  const y = (value: number): number => round(HEIGHT - PADDING - ((value - floor) / (top - floor)) * (HEIGHT - 2 * PADDING));
  const places = points.flatMap(({ value }, index) => (value === null ? [] : [{ x: x(index), y: y(value) }]));
  const [first, last] = [points[0], points.at(-1)];
  return (
    <div>
      {/* the table has the same values for screen readers and keyboards */}
      <svg className="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <path className="floor" d={`M0 ${HEIGHT}H${WIDTH}`} />
        <Line places={places} />
        {points.map(({ day, value }, index) => (
          <line key={day} className="ray" x1={x(index)} x2={x(index)} y1={0} y2={HEIGHT}>
            <title>{`${dates.date(day)}: ${value === null ? '–' : format(value)}`}</title>
          </line>
        ))}
      </svg>
      {first === undefined || last === undefined ? null : (
        <div className="chart-ends">
          <bdi>{dates.day(first.day)}</bdi>
          <bdi>{dates.day(last.day)}</bdi>
        </div>
      )}
    </div>
  );
}

interface Place {
  readonly x: number;
  readonly y: number;
}

function Line({ places }: { readonly places: readonly Place[] }) {
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) return null;
  if (first === last) return <path className="point" d={`M${first.x} ${first.y}h0.01`} />;
  const line = places.map((place) => `${place.x} ${place.y}`).join('L');
  return (
    <>
      <path className="area" d={`M${line}L${last.x} ${HEIGHT}L${first.x} ${HEIGHT}Z`} />
      <path className="stroke" d={`M${line}`} />
    </>
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function ChartTable({ label, points, format }: ChartProps) {
  const { common } = useTexts();
  const dates = useFormat();
  const columns: readonly Column<Point>[] = [
    { key: 'day', title: common.day, render: ({ day }) => dates.date(day), isName: true },
    { key: 'value', title: label, render: ({ value }) => (value === null ? '–' : format(value)), isNumeric: true },
  ];
  return (
    <ScrollBox label={label} className="chart-table">
      <Table label={label} columns={columns} rows={points.toReversed()} rowKey={({ day }) => day} />
    </ScrollBox>
  );
}
