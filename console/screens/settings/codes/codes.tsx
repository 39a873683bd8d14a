import { useState } from 'react';
import { useTexts } from '../../../i18n/texts.tsx';
import { useOperator } from '../../../state/session-context.ts';
import { Select } from '../../../ui/controls/choices.tsx';
import { Card, Page } from '../../../ui/layout/page.tsx';
import { GuardCard } from './guard-card.tsx';
import { type Grouping, StatisticsTable } from './statistics-table.tsx';

const GROUPINGS = ['country', 'channel', 'day'] as const satisfies readonly Grouping[];
const PERIODS = ['1', '7', '30', '90'] as const;

/** The codes that were sent to phones, and for admins the limits on them. */
export function Codes() {
  const { codes } = useTexts();
  const { isAdmin } = useOperator();
  const [by, setBy] = useState<Grouping>('country');
  const [days, setDays] = useState<(typeof PERIODS)[number]>('1');
  return (
    <Page title={codes.title}>
      <p className="muted">{codes.lead}</p>
      <Card title={codes.statistics} isFlush>
        <div className="inset two">
          <Select
            label={codes.by}
            value={by}
            options={GROUPINGS.map((value) => ({ value, label: codes.groupings[value] }))}
            onChange={setBy}
          />
          <Select
            label={codes.period}
            value={days}
            options={PERIODS.map((value) => ({ value, label: codes.periods[value] }))}
            onChange={setDays}
          />
        </div>
        <StatisticsTable by={by} days={Number(days)} />
      </Card>
      {isAdmin ? <GuardCard /> : null}
    </Page>
  );
}
