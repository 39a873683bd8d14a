import type { Schemas } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { Pager } from '../../../ui/data/table.tsx';
import { Time } from '../../../ui/data/time.tsx';
import { Chip, UserText } from '../../../ui/layout/pieces.tsx';
import { Failure, Loading } from '../../../ui/layout/states.tsx';

const TONES = { pending: 'warn', approved: 'good', visible: 'good', rejected: 'danger', hidden: 'normal', removed: 'danger' } as const;

interface Item {
  readonly id: number;
  readonly state: keyof typeof TONES;
  readonly title: string | null;
  readonly text: string | null;
  readonly notes: readonly string[];
  readonly createdAt: string;
}

interface ItemListProps {
  readonly list: {
    readonly data: { readonly pagination: Schemas['Pagination'] } | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  readonly items: readonly Item[] | undefined;
  readonly none: string;
  readonly onPage: (page: number) => void;
}

/** The texts of one person, of one kind. */
export function ItemList({ list: { data, error, refetch }, items, none, onPage }: ItemListProps) {
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined || items === undefined) return <Loading rows={3} />;
  if (items.length === 0) return <p className="muted">{none}</p>;
  const { page, total, totalPages } = data.pagination;
  return (
    <>
      <ul className="users-rows">
        {items.map((item) => (
          <li key={item.id}>
            <ItemLine item={item} />
          </li>
        ))}
      </ul>
      <Pager page={page} total={total} totalPages={totalPages} onPage={onPage} />
    </>
  );
}

function ItemLine({ item: { state, title, text, notes, createdAt } }: { readonly item: Item }) {
  const { wrote } = useTexts().users;
  return (
    <>
      <span className="line wrap small muted">
        <Chip tone={TONES[state]}>{wrote.states[state]}</Chip>
        {notes.map((note) => (
          <span key={note}>{note}</span>
        ))}
        <span className="end">
          <Time at={createdAt} />
        </span>
      </span>
      {title === null || title === '' ? null : (
        <strong className="users-text">
          <UserText>{title}</UserText>
        </strong>
      )}
      {text === null || text === '' ? null : (
        <span className="users-text">
          <UserText>{text}</UserText>
        </span>
      )}
    </>
  );
}
