import { type Schemas, useApi } from '../../../api.ts';
import { useFormat, useTexts } from '../../../i18n/texts.tsx';
import { type Column, Table } from '../../../ui/data/table.tsx';
import { useNow } from '../../../ui/data/time.tsx';
import { Code } from '../../../ui/layout/pieces.tsx';
import { Empty, Failure, Loading } from '../../../ui/layout/states.tsx';

type Row = Schemas['CodeStatisticsRow'];
export type Grouping = Schemas['CodeStatistics']['by'];

const DAY_MS = 86_400_000;
const REFRESH_MS = 5 * 60_000;
/** The key of numbers that belong to no country. */
const NOWHERE = 'ZZ';

interface StatisticsTableProps {
  readonly by: Grouping;
  readonly days: number;
}

/** A row for each country, provider or day, with the share of codes that were used. */
export function StatisticsTable({ by, days }: StatisticsTableProps) {
  const { codes } = useTexts();
  const now = useNow(REFRESH_MS);
  const columns = useColumns(by);
  const query = { by, from: new Date(now.getTime() - days * DAY_MS).toISOString() };
  const { data, error, refetch } = useApi().useQuery('get', '/api/v2/auth/admin/otp/stats', { params: { query } });
  if (data === undefined) {
    return <div className="inset">{error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading rows={4} />}</div>;
  }
  return (
    <>
      {data.paused.length === 0 ? null : <p className="notice warn inset">{codes.paused(data.paused.join(', '))}</p>}
      {data.data.length === 0 ? (
        <Empty title={codes.none}>{codes.noneHint}</Empty>
      ) : (
        <Table label={codes.statistics} columns={columns} rows={data.data} rowKey={({ key }) => key} />
      )}
    </>
  );
}

function useColumns(by: Grouping): readonly Column<Row>[] {
  const { codes } = useTexts();
  const format = useFormat();
  const nameOf = ({ key }: Row): string => {
    if (by === 'day') return format.date(key);
    return key === NOWHERE ? codes.nowhere : format.country(key);
  };
  const number = (key: 'sent' | 'delivered' | 'failed' | 'used' | 'refused'): Column<Row> => ({
    key,
    title: codes[key],
    isNumeric: true,
    render: (row) => (row[key] === null ? '–' : format.number(row[key])),
  });
  return [
    { key: 'name', title: codes.groupings[by], isName: true, render: (row) => (by === 'channel' ? <Code>{row.key}</Code> : nameOf(row)) },
    number('sent'),
    { ...number('delivered'), isExtra: true },
    { ...number('failed'), isExtra: true },
    number('used'),
    number('refused'),
    {
      key: 'rate',
      title: codes.rate,
      isNumeric: true,
      render: ({ rate }) => (rate === null ? <span className="muted">{codes.tooFew}</span> : format.percent(rate)),
    },
  ];
}
