import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useApi } from '../../api.ts';
import { useTexts } from '../../i18n/texts.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Pager } from '../../ui/data/table.tsx';
import { UsersIcon } from '../../ui/layout/icons.tsx';
import { Card, Page } from '../../ui/layout/page.tsx';
import { Empty, Failure, Loading } from '../../ui/layout/states.tsx';
import { Filters } from './list/filters.tsx';
import { People } from './list/people.tsx';
import { SearchBox } from './list/search-box.tsx';
import { queryOf, type UsersSearch } from './search.ts';
import './users.css';

/** Finds a person, by what the person can say on the phone. */
export function Users() {
  const { users } = useTexts();
  const search = useSearch({ from: '/signed-in/users' });
  const list = useUserList(search);
  const total = list.data?.pagination.total;
  return (
    <Page title={users.title} note={total === undefined ? undefined : <span role="status">{users.total(total)}</span>}>
      <div className="stack">
        <SearchBox search={search} />
        <Filters search={search} />
      </div>
      <Results search={search} list={list} />
    </Page>
  );
}

function useUserList(search: UsersSearch) {
  const input = { params: { query: queryOf(search) } };
  // the list stays while the next letter is on its way
  return useApi().useQuery('get', '/api/v2/auth/admin/users', input, { placeholderData: keepPreviousData });
}

interface ResultsProps {
  readonly search: UsersSearch;
  readonly list: Pick<ReturnType<typeof useUserList>, 'data' | 'error' | 'refetch'>;
}

function Results({ search, list }: ResultsProps) {
  const navigate = useNavigate();
  if (list.error) return <Failure error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) {
    return (
      <Card>
        <Loading rows={8} rowHeight={48} />
      </Card>
    );
  }
  const { data, pagination } = list.data;
  if (data.length === 0) {
    return (
      <Card>
        <NoPeople search={search} />
      </Card>
    );
  }
  const turn = (page: number): void => void navigate({ to: '.', search: (before) => ({ ...before, page }) });
  return (
    <Card isFlush>
      <People people={data} />
      <Pager page={pagination.page} totalPages={pagination.totalPages} total={pagination.total} onPage={turn} />
    </Card>
  );
}

function NoPeople({ search }: { readonly search: UsersSearch }) {
  const { users } = useTexts();
  const navigate = useNavigate();
  const { order: _order, ...filters } = search;
  if (Object.keys(filters).length === 0) {
    return (
      <Empty title={users.none} icon={<UsersIcon />}>
        {users.noneHint}
      </Empty>
    );
  }
  const clear = <Button onPress={() => void navigate({ to: '/users', search: {} })}>{users.clear}</Button>;
  return (
    <Empty title={users.notFound} icon={<UsersIcon />} act={clear}>
      {users.notFoundHint}
    </Empty>
  );
}
