import { Link } from '@tanstack/react-router';
import { useTexts } from '../../../i18n/texts.tsx';
import { Time } from '../../../ui/data/time.tsx';
import { Card } from '../../../ui/layout/page.tsx';
import { Code } from '../../../ui/layout/pieces.tsx';
import { Empty, Failure, Loading } from '../../../ui/layout/states.tsx';
import { type Release, useReleases } from '../data.ts';
import { ReleaseActs } from '../releases/acts.tsx';
import { ReleaseState, RolloutBar } from '../releases/rollout-bar.tsx';

/** The newest active release, one for each platform where they differ, with what can stop it. */
export function NewestReleases({ slug }: { readonly slug: string }) {
  const { apps, common } = useTexts();
  const list = useReleases(slug);
  if (list.error) return <Failure error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) {
    return (
      <Card title={apps.newest}>
        <Loading rows={2} rowHeight={48} />
      </Card>
    );
  }
  const newest = newestOf(list.data);
  if (newest.length === 0) {
    return (
      <Card title={apps.newest}>
        <Empty
          title={apps.noRelease}
          act={
            <Link to="/apps/$slug/releases" params={{ slug }}>
              {apps.allReleases}
            </Link>
          }
        >
          {apps.noReleaseHint}
        </Empty>
      </Card>
    );
  }
  return newest.map((release) => (
    <Card
      key={release.id}
      title={release.platform === null ? apps.newest : apps.newestOf(common.platforms[release.platform])}
      note={<Time at={release.createdAt} />}
    >
      <div className="stack">
        <div className="line wrap">
          <Link className="figure" to="/apps/$slug/releases/$id" params={{ slug, id: String(release.id) }}>
            <Code>{release.versionName}</Code>
          </Link>
          <ReleaseState release={release} />
        </div>
        <RolloutBar release={release} />
        <ReleaseActs slug={slug} release={release} />
      </div>
    </Card>
  ));
}

/** The newest release that phones may know, and the newest of the other platforms. */
function newestOf(releases: readonly Release[]): Release[] {
  const active = releases.filter(({ isActive }) => isActive);
  const platforms = new Set(active.map(({ platform }) => platform));
  if (platforms.size <= 1 || active[0]?.platform === null) return active.slice(0, 1);
  return (['android', 'ios'] as const).flatMap((platform) => {
    const newest = active.find((release) => release.platform === platform || release.platform === null);
    return newest === undefined ? [] : [newest];
  });
}
