import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../api.ts';
import { useFormat, useTexts } from '../../i18n/texts.tsx';
import { Chart } from '../../ui/data/chart.tsx';
import { Card } from '../../ui/layout/page.tsx';
import { Empty, Failure, Skeleton } from '../../ui/layout/states.tsx';
import { averageOf, type Day, isQuiet, sumOf } from './daily-numbers.ts';

/** The days of a chart, and as many before them to compare with. */
const DAYS = 30;
/** Smaller changes would be shown as none. */
const VISIBLE = 0.005;

/** The last 30 days, each number with its change against the 30 days before. */
export function DailyCharts() {
  const { today } = useTexts();
  const query = useApi().useQuery('get', '/api/v1/admin/stats/daily', { params: { query: { days: 2 * DAYS } } });
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  const days = query.data?.data;
  if (days?.every(isQuiet)) return <NoDays />;
  return (
    <section className="charts">
      <CountCard title={today.registrations} days={days} field="registrations" />
      <CountCard title={today.signIns} days={days} field="signIns" />
      <CountCard title={today.newReviews} days={days} field="reviews" />
      <RatingCard days={days} />
    </section>
  );
}

function NoDays() {
  const { today } = useTexts();
  return (
    <Card>
      <Empty title={today.noDays} act={<Link to="/apps">{today.openApps}</Link>}>
        {today.noDaysHint}
      </Empty>
    </Card>
  );
}

interface CardProps {
  readonly days: readonly Day[] | undefined;
}

function CountCard({
  title,
  days,
  field,
}: CardProps & { readonly title: string; readonly field: 'registrations' | 'signIns' | 'reviews' }) {
  const format = useFormat();
  if (days === undefined) return <LoadingCard title={title} />;
  const [before, now] = [sumOf(days.slice(0, -DAYS), field), sumOf(days.slice(-DAYS), field)];
  const change = before === 0 ? null : (now - before) / before;
  return (
    <ChartCard title={title} figure={format.number(now)} change={change} changeText={change === null ? '' : format.signedPercent(change)}>
      <Chart label={title} points={days.slice(-DAYS).map((day) => ({ day: day.day, value: day[field] }))} format={format.number} />
    </ChartCard>
  );
}

function RatingCard({ days }: CardProps) {
  const { today } = useTexts();
  const format = useFormat();
  if (days === undefined) return <LoadingCard title={today.rating} />;
  const [before, now] = [averageOf(days.slice(0, -DAYS)), averageOf(days.slice(-DAYS))];
  const change = before === null || now === null ? null : now - before;
  const points = days.slice(-DAYS).map(({ day, averageRating }) => ({ day, value: averageRating }));
  return (
    <ChartCard
      title={today.rating}
      figure={now === null ? '–' : format.decimal(now)}
      change={change}
      changeText={change === null ? '' : format.signedDecimal(change)}
    >
      <Chart label={today.rating} points={points} format={format.decimal} floor={1} ceiling={5} />
    </ChartCard>
  );
}

interface ChartCardProps {
  readonly title: string;
  readonly figure: string;
  readonly change: number | null;
  readonly changeText: string;
  readonly children: ReactNode;
}

function ChartCard({ title, figure, change, changeText, children }: ChartCardProps) {
  const { today } = useTexts();
  return (
    <Card title={title} note={today.lastDays(DAYS)}>
      <div className="line">
        <span className="figure">{figure}</span>
        {change === null || Math.abs(change) < VISIBLE ? null : (
          <span className={`small number ${change > 0 ? 'rise' : 'fall'}`} title={today.against(DAYS)}>
            {changeText}
          </span>
        )}
      </div>
      {children}
    </Card>
  );
}

function LoadingCard({ title }: { readonly title: string }) {
  const { today } = useTexts();
  return (
    <Card title={title} note={today.lastDays(DAYS)}>
      <div className="stack" aria-busy="true">
        <Skeleton width={72} height={28} />
        <Skeleton height={126} />
      </div>
    </Card>
  );
}
