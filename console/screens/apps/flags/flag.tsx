import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../../i18n/texts.tsx';
import { problemOf } from '../../../state/problem.ts';
import { useOperator } from '../../../state/session-context.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { AppsIcon } from '../../../ui/layout/icons.tsx';
import { Card, Page } from '../../../ui/layout/page.tsx';
import { Chip, Code } from '../../../ui/layout/pieces.tsx';
import { Empty, Failure, Loading } from '../../../ui/layout/states.tsx';
import { type TaggedFlag, useFlagQuery } from './data.ts';
import { FlagActs } from './flag-acts.tsx';
import { FlagFacts } from './flag-facts.tsx';
import { TargetingView } from './view/targeting-view.tsx';
import { Why } from './why/why.tsx';
import './flags.css';
import './flag.css';

/** The form is large, and most readers only look. */
const EditFlag = lazy(async () => ({ default: (await import('./edit/edit-flag.tsx')).EditFlag }));

/** One flag: who gets it, and why. */
export function Flag() {
  const { slug, key } = useParams({ from: '/signed-in/apps/$slug/flags/$key' });
  // another key is another flag: nothing of the form of the one before stays
  return <FlagOf key={`${slug} ${key}`} slug={slug} flagKey={key} />;
}

interface FlagOfProps {
  readonly slug: string;
  readonly flagKey: string;
}

function FlagOf({ slug, flagKey }: FlagOfProps) {
  const { flags } = useTexts();
  const flag = useQuery(useFlagQuery(slug, flagKey));
  // a flag that another person deletes stays on the page, with what was typed
  const isMissing = flag.data === undefined && flag.error !== null && problemOf(flag.error).status === 404;
  if (isMissing) {
    return (
      <Page title={flags.missing}>
        <Empty
          title={flagKey}
          icon={<AppsIcon />}
          act={
            <Link to="/apps/$slug/flags" params={{ slug }} search={{}}>
              {flags.toFlags}
            </Link>
          }
        >
          {flags.missingHint}
        </Empty>
      </Page>
    );
  }
  if (flag.data !== undefined) return <FlagPage slug={slug} flag={flag.data} error={flag.error} onRetry={() => void flag.refetch()} />;
  return (
    <Page title={flagKey} documentTitle={`${flagKey} · ${slug}`}>
      {flag.error ? <Failure error={flag.error} onRetry={() => void flag.refetch()} /> : <Loading rows={5} rowHeight={64} />}
    </Page>
  );
}

interface FlagPageProps {
  readonly slug: string;
  readonly flag: TaggedFlag;
  readonly error: unknown;
  readonly onRetry: () => void;
}

function FlagPage({ slug, flag, error, onRetry }: FlagPageProps) {
  const { flags } = useTexts();
  const { isAdmin } = useOperator();
  const [opened, open] = useState<TaggedFlag | null>(null);
  const { flagKey, isEnabled, kind } = flag.body;
  const note = (
    <span className="line wrap">
      <Chip tone={isEnabled ? 'good' : 'normal'}>{isEnabled ? flags.on : flags.off}</Chip>
      {kind === 'killswitch' ? <Chip tone="danger">{flags.kinds[kind]}</Chip> : null}
      <Code>{slug}</Code>
    </span>
  );
  return (
    <Page
      title={flagKey}
      documentTitle={`${flagKey} · ${slug}`}
      note={note}
      {...(isAdmin ? { acts: <FlagActs slug={slug} flag={flag.body} /> } : {})}
    >
      {error ? <Failure error={error} onRetry={onRetry} /> : null}
      {opened === null ? (
        <>
          <Card title={flags.who} note={isAdmin ? <Button onPress={() => open(flag)}>{flags.edit}</Button> : null}>
            <TargetingView slug={slug} flag={flag.body} />
          </Card>
          <FlagFacts slug={slug} flag={flag.body} />
          <Why slug={slug} flag={flag.body} />
        </>
      ) : (
        <Suspense fallback={<Loading rows={5} rowHeight={64} />}>
          <EditFlag slug={slug} opened={opened} latest={flag} onClose={() => open(null)} />
        </Suspense>
      )}
    </Page>
  );
}
