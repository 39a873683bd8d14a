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
  const { data: windows, error, refetch } = useWindows(slug);
  const isOn = windows?.some(({ isActive }) => isActive);
  return (
    <Page title={maintenance.title} documentTitle={`${maintenance.title} · ${slug}`} note={<Code>{slug}</Code>}>
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {windows === undefined ? (
        error ? null : (
          <Loading rows={2} rowHeight={72} />
        )
      ) : (
        <>
          {isOn ? <ActiveMaintenance slug={slug} windows={windows} /> : <Notice title={maintenance.isOff}>{maintenance.isOffHint}</Notice>}
          {isAdmin ? <NewWindow slug={slug} /> : null}
          <WindowList slug={slug} windows={windows} />
        </>
      )}
    </Page>
  );
}
