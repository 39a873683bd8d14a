import { useState } from 'react';
import { useApi } from '../../../api.ts';
import { useFormat, useTexts } from '../../../i18n/texts.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { ScrollBox } from '../../../ui/data/scroll-box.tsx';
import { type Column, Table } from '../../../ui/data/table.tsx';
import { Card } from '../../../ui/layout/page.tsx';
import { Code } from '../../../ui/layout/pieces.tsx';
import { Empty, Failure, Loading } from '../../../ui/layout/states.tsx';
import { AdoptionDrawing } from './adoption-drawing.tsx';
import { type DayOfVersions, type NamedShare, OTHERS, seriesOf } from './adoption-series.ts';

const DAYS = 30;

/** How far each version has spread: the share of the events of each day, and the users by their version now. */
export function Adoption({ slug }: { readonly slug: string }) {
  const { apps } = useTexts();
  const place = '/api/v1/admin/apps/{slug}/versions/adoption';
  const adoption = useApi().useQuery('get', place, { params: { path: { slug }, query: { days: DAYS } } });
  return (
    <Card title={apps.adoption} note={apps.adoptionDays(DAYS)}>
      {adoption.error ? <Failure error={adoption.error} onRetry={() => void adoption.refetch()} /> : null}
      {adoption.data === undefined && !adoption.error ? <Loading rows={3} rowHeight={72} /> : null}
      {adoption.data?.totalUsers === 0 ? <Empty title={apps.adoptionNone}>{apps.adoptionNoneHint}</Empty> : null}
      {adoption.data && adoption.data.totalUsers > 0 ? <Spread {...seriesOf(adoption.data)} /> : null}
    </Card>
  );
}

interface SpreadProps {
  /** The versions that are drawn, newest first. */
  readonly names: readonly string[];
  readonly days: readonly DayOfVersions[];
  readonly users: readonly NamedShare[];
}

function Spread({ names, days, users }: SpreadProps) {
  const { apps, common } = useTexts();
  const [isTable, showTable] = useState(false);
  const words = isTable ? common.showAsChart : common.showAsTable;
  return (
    <div className="adoption">
      <div className="stack tight">
        <p className="small muted">{apps.ofEvents}</p>
        {isTable ? <DayTable names={names} days={days} /> : <AdoptionDrawing names={names} days={days} />}
        <div>
          <Button look="link" onPress={() => showTable(!isTable)} label={`${words}: ${apps.adoption}`}>
            <span className="small">{words}</span>
          </Button>
        </div>
      </div>
      <UsersByVersion names={names} users={users} />
    </div>
  );
}

function DayTable({ names, days }: Omit<SpreadProps, 'users'>) {
  const { apps, common } = useTexts();
  const format = useFormat();
  const nameOf = useVersionName();
  const columns: readonly Column<DayOfVersions>[] = [
    { key: 'day', title: common.day, render: ({ day }) => format.date(day), isName: true },
    ...names.map((name) => ({
      key: name,
      title: nameOf(name),
      render: ({ shares }: DayOfVersions) => format.percent(shares.get(name) ?? 0),
      isNumeric: true,
    })),
  ];
  return (
    <ScrollBox label={apps.adoption} className="chart-table">
      <Table label={apps.adoption} columns={columns} rows={days.toReversed()} rowKey={({ day }) => day} />
    </ScrollBox>
  );
}

function UsersByVersion({ names, users }: Pick<SpreadProps, 'names' | 'users'>) {
  const { apps } = useTexts();
  const format = useFormat();
  const nameOf = useVersionName();
  return (
    <div className="stack tight">
      <p className="small muted">{apps.usersNow}</p>
      <ul className="legend">
        {users.map(({ name, users: count, share }) => (
          <li key={name}>
            <span className={`swatch shade-${names.includes(name) ? names.indexOf(name) : names.length - 1}`} aria-hidden="true" />
            <span className="cut">{nameOf(name)}</span>
            <span className="numeric">{format.number(count)}</span>
            <span className="numeric muted">{format.percent(share)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function useVersionName() {
  const { apps } = useTexts();
  return (name: string) => (name === OTHERS ? apps.otherVersions : <Code>{name}</Code>);
}
