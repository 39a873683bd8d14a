import { Link } from '@tanstack/react-router';
import { type Schemas, useApi } from '../../../api.ts';
import { useFormat, useTexts } from '../../../i18n/texts.tsx';
import { type Column, Table } from '../../../ui/data/table.tsx';
import { Card } from '../../../ui/layout/page.tsx';
import { Chip, Code } from '../../../ui/layout/pieces.tsx';
import { Empty, Failure, Loading } from '../../../ui/layout/states.tsx';
import { useReleases } from '../data.ts';

type Health = Schemas['VersionHealth'];

const DAYS = 30;
/** The newest releases that have users or crashes. */
const MAX_ROWS = 8;

/** The users and the crash rate of each release. */
export function VersionHealth({ slug }: { readonly slug: string }) {
  const { apps } = useTexts();
  const place = '/api/v1/admin/apps/{slug}/versions/health';
  const health = useApi().useQuery('get', place, { params: { path: { slug }, query: { days: DAYS } } });
  const rows = health.data?.data.filter(({ users, crashUsers }) => users + crashUsers > 0).slice(0, MAX_ROWS);
  return (
    <Card title={apps.crashes} note={apps.adoptionDays(DAYS)}>
      {health.error ? <Failure error={health.error} onRetry={() => void health.refetch()} /> : null}
      {rows === undefined && !health.error ? <Loading rows={3} rowHeight={40} /> : null}
      {rows?.length === 0 ? <Empty title={apps.crashesNone}>{apps.crashesNoneHint}</Empty> : null}
      {rows && rows.length > 0 ? <HealthTable slug={slug} rows={rows} /> : null}
    </Card>
  );
}

function HealthTable({ slug, rows }: { readonly slug: string; readonly rows: readonly Health[] }) {
  const { apps, common } = useTexts();
  const format = useFormat();
  const limits = useGuardLimits(slug);
  const columns: readonly Column<Health>[] = [
    {
      key: 'version',
      title: apps.release,
      render: ({ id, versionName, platform }) => (
        <>
          <Link to="/apps/$slug/releases/$id" params={{ slug, id: String(id) }}>
            <Code>{versionName}</Code>
          </Link>
          {platform === null ? null : <span className="small muted"> {common.platforms[platform]}</span>}
        </>
      ),
      isName: true,
    },
    { key: 'rate', title: apps.crashRate, render: (row) => <Rate row={row} limit={limits.get(row.id)} />, isNumeric: true },
    { key: 'crashed', title: apps.crashed, render: ({ crashUsers }) => format.number(crashUsers), isNumeric: true, isExtra: true },
    { key: 'users', title: apps.users, render: ({ users }) => format.number(users), isNumeric: true },
    { key: 'share', title: apps.share, render: ({ share }) => format.percent(share), isNumeric: true, isExtra: true },
  ];
  return <Table label={apps.crashes} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

function Rate({ row: { users, crashUsers, crashRate }, limit }: { readonly row: Health; readonly limit: number | undefined }) {
  const { apps } = useTexts();
  const format = useFormat();
  if (crashRate === null) return <span className="small muted">{apps.tooFewUsers}</span>;
  // the rate of the API is rounded
  const isOver = limit !== undefined && crashUsers > limit * Math.max(users, crashUsers);
  if (!isOver) return format.percent(crashRate);
  return (
    <>
      <Chip tone="danger">{format.percent(crashRate)}</Chip>
      <div className="small muted">{apps.aboveGuard(format.percent(limit))}</div>
    </>
  );
}

/** The crash rate that the guard of each release allows. */
function useGuardLimits(slug: string): ReadonlyMap<number, number> {
  const releases = useReleases(slug).data ?? [];
  return new Map(releases.flatMap(({ id, guard }): [number, number][] => (guard === null ? [] : [[id, guard.maxRate]])));
}
