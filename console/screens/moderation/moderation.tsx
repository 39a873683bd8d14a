import { useState } from 'react';
import { useApi } from '../../api.ts';
import { useTexts } from '../../i18n/texts.tsx';
import { useShortcuts } from '../../state/shortcuts.ts';
import { useAge } from '../../ui/data/time.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Filters } from './filters.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { Panes } from './panes.tsx';
import { RefusedNotice } from './refused-notice.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import type { Entry } from './triage/entry.ts';
import { type Triage, useTriage } from './triage/use-triage.ts';
import './moderation.css';

/** The inbox of moderators: what waits on one side, what is read on the other. */
export function Moderation() {
  const { moderation } = useTexts();
  const triage = useTriage();
  const { targets, decisions, reading } = triage;
  const [hasKeys, showKeys] = useState(false);
  // kept while the reason is written, although the list goes on
  const [rejected, setRejected] = useState<readonly Entry[]>([]);
  const reject = (): void => setRejected(targets);
  useShortcuts({
    KeyA: () => triage.decide('approve'),
    KeyR: reject,
    KeyH: () => triage.decide('hide'),
    KeyJ: () => triage.move(1),
    KeyK: () => triage.move(-1),
    KeyU: decisions.undo,
    KeyX: () => reading.key !== undefined && triage.toggle(reading.key),
    'Shift+Slash': () => showKeys(true),
  });
  return (
    <Page title={moderation.title} note={<Waiting triage={triage} />}>
      <Filters onKeys={() => showKeys(true)} />
      <RefusedNotice decisions={decisions} />
      <Panes triage={triage} onReject={reject} />
      {rejected.length > 0 ? (
        <RejectDialog
          entries={rejected}
          onClose={() => setRejected([])}
          onReject={(reason) => {
            setRejected([]);
            triage.decide('reject', reason, rejected);
          }}
        />
      ) : null}
      {hasKeys ? <KeysDialog onClose={() => showKeys(false)} /> : null}
    </Page>
  );
}

/** `17 wait, oldest 21 h`. */
function Waiting({ triage }: { readonly triage: Triage }) {
  const { moderation } = useTexts();
  const age = useAge();
  const { entries, filter, queue } = triage;
  const waiting = useApi().useQuery('get', '/api/v1/admin/waiting', {}, { refetchInterval: 30_000 });
  const [first] = entries;
  if (first === undefined) return null;
  const { hasNextPage } = queue.list;
  const isAll = Object.keys(filter).length === 0;
  const counts = hasNextPage && isAll ? waiting.data?.data : undefined;
  const total = counts && counts.reviews.count + counts.comments.count + counts.posts.count + counts.reports.count;
  const said = total === undefined ? moderation.wait(entries.length, hasNextPage) : moderation.wait(total, false);
  return moderation.withOldest(said, age(first.waitingSince));
}
