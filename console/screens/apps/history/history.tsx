import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useTexts } from '../../../i18n/texts.tsx';
import { Card, Page } from '../../../ui/layout/page.tsx';
import { Code } from '../../../ui/layout/pieces.tsx';
import { ChangeList } from './change-list.tsx';

/** All changes of one app, or of a part of it: before, after, and undo. */
export function History() {
  const { history } = useTexts();
  const { slug } = useParams({ from: '/signed-in/apps/$slug' });
  const { subject } = useSearch({ from: '/signed-in/apps/$slug/history' });
  return (
    <Page title={history.title} documentTitle={`${history.title} · ${slug}`} note={<Code>{slug}</Code>}>
      {subject === undefined ? null : (
        <div className="line wrap">
          <span>{history.only(subject)}</span>
          <Link to="/apps/$slug/history" params={{ slug }} search={{}}>
            {history.all}
          </Link>
        </div>
      )}
      <Card isFlush>
        <ChangeList key={subject} slug={slug} {...(subject === undefined ? {} : { subject })} />
      </Card>
    </Page>
  );
}
