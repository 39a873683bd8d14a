import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/texts.tsx';
import { ModerationIcon } from '../../ui/layout/icons.tsx';
import { Empty, Failure, Loading } from '../../ui/layout/states.tsx';
import { ClearFilter } from './filters.tsx';
import { LastAct } from './item/acts.tsx';
import { Item } from './item/item.tsx';
import { Many } from './many.tsx';
import { QueueList } from './queue-list.tsx';
import { useNames } from './triage/names.ts';
import type { Triage } from './triage/use-triage.ts';

interface PanesProps {
  readonly triage: Triage;
  readonly onReject: () => void;
}

/** The list and what is read, or the state that there is instead. On a phone the one or the other. */
export function Panes({ triage, onReject }: PanesProps) {
  const { queue, entries, reading, isOpen, chosen } = triage;
  const { data, error, refetch } = queue.list;
  const [opened, setOpened] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (opened > 0) heading.current?.focus({ preventScroll: true });
  }, [opened]);
  if (data === undefined && error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingPanes />;
  if (entries.length === 0 && (reading.shown === null || chosen.length > 0)) return <Nothing triage={triage} />;
  return (
    <>
      {error === null ? null : <Failure error={error} onRetry={() => void refetch()} />}
      <div className={isOpen ? 'panes open' : 'panes'}>
        <QueueList triage={triage} onOpen={() => setOpened(opened + 1)} />
        {chosen.length > 0 ? <Many triage={triage} onReject={onReject} /> : <Item triage={triage} onReject={onReject} heading={heading} />}
      </div>
      <Position triage={triage} />
    </>
  );
}

function LoadingPanes() {
  return (
    <div className="panes">
      <div className="card queue">
        <div className="body">
          <Loading rows={6} rowHeight={72} />
        </div>
      </div>
      <div className="card item">
        <div className="body">
          <Loading rows={5} rowHeight={40} />
        </div>
      </div>
    </div>
  );
}

function Nothing({ triage }: { readonly triage: Triage }) {
  const { moderation } = useTexts();
  const { filter, queue, decisions } = triage;
  if (queue.list.hasNextPage) return <LoadingPanes />;
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <div className="card">
      <Empty
        icon={<ModerationIcon />}
        title={isFiltered ? moderation.emptyFilter : moderation.empty}
        act={isFiltered ? <ClearFilter /> : <LastAct decisions={decisions} hasButton />}
      >
        {isFiltered ? moderation.emptyFilterHint : moderation.emptyHint}
      </Empty>
    </div>
  );
}

/** Reads out where a key has led. */
function Position({ triage }: { readonly triage: Triage }) {
  const { moderation } = useTexts();
  const names = useNames();
  const { place, entries } = triage;
  const entry = entries[place];
  return (
    <p className="hidden-text" role="status">
      {entry === undefined ? null : moderation.position(place + 1, entries.length, names.one(entry))}
    </p>
  );
}
