import { useState } from 'react';
import { type Schemas, useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { Failure, Loading } from '../../../ui/layout/states.tsx';
import { DeleteItem } from './delete-item.tsx';
import { ItemCard } from './item-card.tsx';
import { ItemForm } from './item-form.tsx';
import { STATUSES } from './moves.ts';
import { type Moves, useMoves } from './use-moves.ts';
import './roadmap.css';

type Item = Schemas['RoadmapItem'];
type Open = { readonly kind: 'add' } | { readonly kind: 'edit' | 'delete'; readonly item: Item };

/** The board of what is planned. */
export function Roadmap() {
  const { roadmap } = useTexts();
  const [open, setOpen] = useState<Open | null>(null);
  const moves = useMoves();
  const close = (): void => setOpen(null);
  return (
    <Page
      title={roadmap.title}
      acts={
        <Button look="primary" onPress={() => setOpen({ kind: 'add' })}>
          {roadmap.add}
        </Button>
      }
    >
      <p className="muted">{roadmap.lead}</p>
      {moves.error ? <Failure error={moves.error} /> : null}
      <div className="board">
        {STATUSES.map((status) => (
          <Column key={status} status={status} moves={moves} onOpen={setOpen} />
        ))}
      </div>
      {open?.kind === 'add' ? <ItemForm item={null} onClose={close} /> : null}
      {open?.kind === 'edit' ? <ItemForm item={open.item} onClose={close} /> : null}
      {open?.kind === 'delete' ? <DeleteItem item={open.item} onClose={close} /> : null}
    </Page>
  );
}

interface ColumnProps {
  readonly status: Item['status'];
  readonly moves: Moves;
  readonly onOpen: (open: Open) => void;
}

function Column({ status, moves, onOpen }: ColumnProps) {
  const { roadmap } = useTexts();
  const { data, error, refetch } = useApi().useQuery('get', '/api/v1/roadmap', { params: { query: { status, limit: 100 } } });
  const items = data?.data ?? [];
  const hidden = (data?.pagination.total ?? 0) - items.length;
  return (
    <section className="board-column" aria-labelledby={`column-${status}`}>
      <header className="line">
        <h2 id={`column-${status}`}>{roadmap.statuses[status]}</h2>
        {data === undefined ? null : <span className="small muted end">{roadmap.count(data.pagination.total)}</span>}
      </header>
      {data === undefined && !error ? <Loading rows={3} rowHeight={88} /> : null}
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {data !== undefined && items.length === 0 ? <p className="muted board-empty">{roadmap.none[status]}</p> : null}
      <ul>
        {items.map((item, index) => (
          <ItemCard
            key={item.id}
            item={item}
            place={{ index, last: items.length - 1 }}
            isMoved={moves.moved === item.id}
            onStep={(by) => moves.step(items, index, by)}
            onMove={(to) => moves.moveTo(item, to)}
            onOpen={(kind) => onOpen({ kind, item })}
          />
        ))}
      </ul>
      {hidden > 0 ? <p className="small muted">{roadmap.more(hidden)}</p> : null}
    </section>
  );
}
