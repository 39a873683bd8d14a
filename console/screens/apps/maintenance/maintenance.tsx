import { useParams } from '@tanstack/react-router';
import { useTexts } from '../../../i18n/texts.tsx';
import { useOperator } from '../../../state/session-context.ts';
import { Page } from '../../../ui/layout/page.tsx';
import { Code, Notice } from '../../../ui/layout/pieces.tsx';
import { Failure, Loading } from '../../../ui/layout/states.tsx';
import { useWindows } from '../data.ts';
import { ActiveMaintenance } from './active.tsx';
import { NewWindow } from './new-window.tsx';
import { WindowList } from './window-list.tsx';

/** The maintenance of one app: what is on, the form, the windows to come, and the history. */
export function Maintenance() {
  const { maintenance } = useTexts();
  const { slug } = useParams({ from: '/signed-in/apps/$slug' });
  const { isAdmin } = useOperator();
  const list = useWindows(slug);
  return (
    <Page title={maintenance.title} documentTitle={`${maintenance.title} · ${slug}`} note={<Code>{slug}</Code>}>
      {list.error ? <Failure error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.data === undefined && !list.error ? <Loading rows={2} rowHeight={72} /> : null}
      {list.data?.some(({ isActive }) => isActive) ? <ActiveMaintenance slug={slug} windows={list.data} /> : null}
      {list.data?.every(({ isActive }) => !isActive) ? <Notice title={maintenance.isOff}>{maintenance.isOffHint}</Notice> : null}
      {isAdmin && list.data ? <NewWindow slug={slug} /> : null}
      {list.data ? <WindowList slug={slug} windows={list.data} /> : null}
    </Page>
  );
}
