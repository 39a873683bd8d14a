import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../../i18n/texts.tsx';
import { useOperator } from '../../../state/session-context.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Time } from '../../../ui/data/time.tsx';
import { AppsIcon } from '../../../ui/layout/icons.tsx';
import { Card, Page } from '../../../ui/layout/page.tsx';
import { Code } from '../../../ui/layout/pieces.tsx';
import { Empty, Failure, Loading } from '../../../ui/layout/states.tsx';
import { type Release, useReleases } from '../data.ts';
import { ReleaseState, RolloutBar } from './rollout-bar.tsx';

const PublishDialog = lazy(async () => ({ default: (await import('./publish.tsx')).PublishDialog }));

/** All releases of an app, newest first. */
export function Releases() {
  const { releases } = useTexts();
  const { slug } = useParams({ from: '/signed-in/apps/$slug' });
  const { isAdmin } = useOperator();
  const [isPublishing, publish] = useState(false);
  const list = useReleases(slug);
  const button = (
    <Button look="primary" onPress={() => publish(true)} isDisabled={list.data === undefined}>
      {releases.publish}
    </Button>
  );
  return (
    <Page
      title={releases.title}
      documentTitle={`${releases.title} · ${slug}`}
      note={<Code>{slug}</Code>}
      {...(isAdmin ? { acts: button } : {})}
    >
      {list.error ? <Failure error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.data === undefined && !list.error ? <Loading rows={6} rowHeight={64} /> : null}
      {list.data === undefined ? null : <ReleaseList slug={slug} list={list.data} />}
      <Suspense>
        {isPublishing && list.data ? <PublishDialog slug={slug} releases={list.data} onClose={() => publish(false)} /> : null}
      </Suspense>
    </Page>
  );
}

function ReleaseList({ slug, list }: { readonly slug: string; readonly list: readonly Release[] }) {
  const { releases } = useTexts();
  if (list.length === 0) {
    return (
      <Empty title={releases.none} icon={<AppsIcon />}>
        {releases.noneHint}
      </Empty>
    );
  }
  return (
    <Card isFlush>
      <ol className="rows releases">
        {list.map((release) => (
          <ReleaseRow key={release.id} slug={slug} release={release} />
        ))}
      </ol>
    </Card>
  );
}

function ReleaseRow({ slug, release }: { readonly slug: string; readonly release: Release }) {
  const { releases, common } = useTexts();
  const { id, versionName, versionCode, platform, createdAt, isActive, offeredPercent } = release;
  return (
    <li className="release-row">
      <div className="stack tight">
        <Link to="/apps/$slug/releases/$id" params={{ slug, id: String(id) }}>
          <strong>
            <Code>{versionName}</Code>
          </strong>
        </Link>
        <span className="small muted">
          {releases.codeOf(versionCode)} · {platform === null ? releases.allPlatforms : common.platforms[platform]}
        </span>
      </div>
      <ReleaseState release={release} />
      {/* a full bar says no more than its state, and would draw the eye from the one that moves */}
      <div>{isActive && offeredPercent < 100 ? <RolloutBar release={release} /> : null}</div>
      <span className="small muted when">
        <Time at={createdAt} />
      </span>
    </li>
  );
}
