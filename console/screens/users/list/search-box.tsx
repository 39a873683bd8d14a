import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { TextField } from '../../../ui/controls/fields.tsx';
import { queryOf, type UsersSearch } from '../search.ts';

/** Long enough that a number that is being typed is not looked up digit by digit. */
const PAUSE_MS = 250;

/** Searches while the reader types; Enter opens the person when there is only one. */
export function SearchBox({ search }: { readonly search: UsersSearch }) {
  const { users } = useTexts();
  const { words, setWords, flush } = useTyped(search.q ?? '');
  const openOnly = useOpenOnly(search);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    flush();
    openOnly(words.trim());
  };
  return (
    <search>
      <form onSubmit={submit}>
        <TextField
          label={users.search}
          hint={users.searchHint}
          value={words}
          onChange={setWords}
          type="search"
          name="q"
          autoComplete="off"
          maxLength={100}
        />
      </form>
    </search>
  );
}

interface Typed {
  readonly words: string;
  readonly setWords: (words: string) => void;
  /** Brings the words into the address at once, so that no later change of it is in the way. */
  readonly flush: () => void;
}

/** The words in the box. They follow the address, and the address follows them after a pause. */
function useTyped(q: string): Typed {
  const navigate = useNavigate();
  const [{ words, seen, sent }, set] = useState({ words: q, seen: q, sent: q });
  // the address changed; by another hand than this box when it was not sent from here
  if (q !== seen) set({ words: q === sent ? words : q, seen: q, sent: q });
  const flush = (): void => {
    const next = words.trim();
    if (next === sent) return;
    set((state) => ({ ...state, sent: next }));
    void navigate({
      to: '/users',
      search: ({ q: _q, page: _page, ...others }) => (next === '' ? others : { ...others, q: next }),
      replace: true,
    });
  };
  const flushLater = useEffectEvent(flush);
  useEffect(() => {
    const timer = setTimeout(flushLater, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return { words, setWords: (typed) => set((state) => ({ ...state, words: typed })), flush };
}

function useOpenOnly(search: UsersSearch): (q: string) => void {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const open = async (q: string): Promise<void> => {
    const { page: _page, ...filters } = search;
    const query = queryOf({ ...filters, q });
    const found = await queries.fetchQuery(api.queryOptions('get', '/api/v2/auth/admin/users', { params: { query } }));
    const [person, ...others] = found.data;
    if (person !== undefined && others.length === 0) await navigate({ to: '/users/$id', params: { id: person.id } });
  };
  // the list tells of an error
  return (q) => void (q === '' ? null : open(q).catch(() => null));
}
