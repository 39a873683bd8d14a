import { useState } from 'react';
import { type Schemas, useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Pager } from '../../../ui/data/table.tsx';
import { Card, Page } from '../../../ui/layout/page.tsx';
import { Empty, Failure, Loading } from '../../../ui/layout/states.tsx';
import { DeleteEntry } from './delete-entry.tsx';
import { EntryEditor } from './entry-editor.tsx';
import { EntryRow } from './entry-row.tsx';
import './changelog.css';

type Entry = Schemas['ChangelogEntry'];
type Open = { readonly kind: 'add' } | { readonly kind: 'edit' | 'delete'; readonly entry: Entry };

/** The changes, as users read them. */
export function Changelog() {
  const { changelog } = useTexts();
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  return (
    <Page
      title={changelog.title}
      acts={
        <Button look="primary" onPress={() => setOpen({ kind: 'add' })}>
          {changelog.add}
        </Button>
      }
    >
      <p className="muted">{changelog.lead}</p>
      <Card isFlush>
        <Entries onOpen={setOpen} />
      </Card>
      {open?.kind === 'add' ? <EntryEditor entry={null} onClose={close} /> : null}
      {open?.kind === 'edit' ? <EntryEditor entry={open.entry} onClose={close} /> : null}
      {open?.kind === 'delete' ? <DeleteEntry entry={open.entry} onClose={close} /> : null}
    </Page>
  );
}

function Entries({ onOpen }: { readonly onOpen: (open: Open) => void }) {
  const { changelog } = useTexts();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useApi().useQuery('get', '/api/v1/changelog', { params: { query: { page } } });
  if (data === undefined) {
    return (
      <div className="inset">{error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading rows={5} rowHeight={72} />}</div>
    );
  }
  if (data.pagination.total === 0) return <Empty title={changelog.none}>{changelog.noneHint}</Empty>;
  return (
    <>
      <ol className="entries">
        {data.data.map((entry) => (
          <EntryRow key={entry.id} entry={entry} onOpen={(kind) => onOpen({ kind, entry })} />
        ))}
      </ol>
      <Pager {...data.pagination} onPage={setPage} />
    </>
  );
}
