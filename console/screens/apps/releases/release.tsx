import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../../i18n/texts.tsx';
import { problemOf } from '../../../state/problem.ts';
import { useOperator } from '../../../state/session-context.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ExactTime } from '../../../ui/data/time.tsx';
import { AppsIcon } from '../../../ui/layout/icons.tsx';
import { Card, Page } from '../../../ui/layout/page.tsx';
import { UserText } from '../../../ui/layout/pieces.tsx';
import { Empty, Failure, Loading } from '../../../ui/layout/states.tsx';
import type { Release as AppRelease } from '../data.ts';
import { ChangeList } from '../history/change-list.tsx';
import { ReleaseActs } from './acts.tsx';
import { type TaggedRelease, useReadRelease } from './read-release.ts';
import { ReleaseFacts } from './release-facts.tsx';
import { ReleaseState, RolloutBar } from './rollout-bar.tsx';

/** The form is large, and most readers only look. */
const EditDialog = lazy(async () => ({ default: (await import('./edit.tsx')).EditDialog }));

/** One release: how far it is, its texts, its history, and all acts on it. */
export function Release() {
  const { releases } = useTexts();
  const { slug, id: text } = useParams({ from: '/signed-in/apps/$slug/releases/$id' });
  const id = Number(text);
  const readNow = useReadRelease(slug, id);
  const tagged = useQuery({ queryKey: ['get', 'release', slug, id], queryFn: readNow, refetchInterval: 30_000 });
  if (tagged.data) return <ReleasePage slug={slug} tagged={tagged.data} readNow={readNow} />;
  const isMissing = tagged.error !== null && [400, 404].includes(problemOf(tagged.error).status);
  return (
    <Page title={isMissing ? releases.missing : releases.title}>
      {isMissing ? (
        <Empty
          title={releases.missing}
          icon={<AppsIcon />}
          act={
            <Link to="/apps/$slug/releases" params={{ slug }}>
              {releases.toReleases}
            </Link>
          }
        />
      ) : null}
      {tagged.error && !isMissing ? <Failure error={tagged.error} onRetry={() => void tagged.refetch()} /> : null}
      {tagged.error ? null : <Loading rows={4} rowHeight={72} />}
    </Page>
  );
}

interface ReleasePageProps {
  readonly slug: string;
  readonly tagged: TaggedRelease;
  readonly readNow: () => Promise<TaggedRelease>;
}

function ReleasePage({ slug, tagged, readNow }: ReleasePageProps) {
  const { releases } = useTexts();
  const { isAdmin } = useOperator();
  const [opened, open] = useState<TaggedRelease | null>(null);
  const { id, versionName, versionCode, createdAt } = tagged.body;
  const edit = <Button onPress={() => open(tagged)}>{releases.edit}</Button>;
  return (
    <Page
      title={versionName}
      documentTitle={`${versionName} · ${slug}`}
      note={
        <>
          {releases.codeOf(versionCode)} · <ExactTime at={createdAt} />
        </>
      }
      {...(isAdmin ? { acts: edit } : {})}
    >
      <Card>
        <div className="stack">
          <ReleaseState release={tagged.body} />
          <RolloutBar release={tagged.body} />
          <ReleaseActs slug={slug} release={tagged.body} />
        </div>
      </Card>
      <div className="two">
        <Notes title={releases.notesEn} text={tagged.body.notes?.en ?? null} language="en" />
        <Notes title={releases.notesAr} text={tagged.body.notes?.ar ?? null} language="ar" />
      </div>
      <ReleaseFacts release={tagged.body} />
      <Card title={releases.history} isFlush>
        <ChangeList slug={slug} subject={`version:${id}`} />
      </Card>
      <Suspense fallback={null}>
        {opened === null ? null : <EditDialog slug={slug} opened={opened} readNow={readNow} onClose={() => open(null)} />}
      </Suspense>
    </Page>
  );
}

interface NotesProps {
  readonly title: string;
  readonly text: NonNullable<AppRelease['notes']>['en'] | null;
  readonly language: 'en' | 'ar';
}

function Notes({ title, text, language }: NotesProps) {
  const { releases } = useTexts();
  return (
    <Card title={title}>
      {text ? (
        <div className="notes" lang={language} dir={language === 'ar' ? 'rtl' : 'ltr'}>
          <UserText>{text}</UserText>
        </div>
      ) : (
        <p className="muted">{releases.noNotes}</p>
      )}
    </Card>
  );
}
