import { useSearch } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts.tsx';
import { useOperator } from '../../state/session-context.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Card, Page } from '../../ui/layout/page.tsx';
import { Empty, Failure, Loading } from '../../ui/layout/states.tsx';
import { CsvButton } from './csv-button.tsx';
import { Entry } from './entry.tsx';
import { FilterBar } from './filter-bar.tsx';
import { type Filters, useFilters, useLog } from './log.ts';
import './audit.css';

/** Everything that was done, with the values before and after. */
export function Audit() {
  const { audit } = useTexts();
  const { isAdmin } = useOperator();
  const search = useSearch({ from: '/signed-in/audit' });
  const filters = useFilters(search);
  return (
    <Page title={audit.title} acts={<CsvButton filters={filters} />}>
      <p className="muted">{isAdmin ? audit.lead : audit.ownActs}</p>
      <FilterBar search={search} />
      <Card isFlush>
        <Log filters={filters} isFiltered={Object.keys(search).some((name) => name !== 'all' && name !== 'project')} />
      </Card>
    </Page>
  );
}

function Log({ filters, isFiltered }: { readonly filters: Filters; readonly isFiltered: boolean }) {
  const { audit } = useTexts();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useLog(filters);
  if (data === undefined) {
    return (
      <div className="inset">{error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading rows={8} rowHeight={64} />}</div>
    );
  }
  const rows = data.pages.flatMap((page) => page.data);
  if (rows.length === 0) {
    return <Empty title={isFiltered ? audit.none : audit.empty}>{isFiltered ? audit.noneHint : audit.emptyHint}</Empty>;
  }
  return (
    <>
      <ol className="log">
        {rows.map((row) => (
          <Entry key={row.id} row={row} />
        ))}
      </ol>
      {error ? <Failure error={error} onRetry={() => void fetchNextPage()} /> : null}
      {hasNextPage ? (
        <div className="inset">
          <Button onPress={() => void fetchNextPage()} isPending={isFetchingNextPage}>
            {audit.older}
          </Button>
        </div>
      ) : null}
    </>
  );
}
