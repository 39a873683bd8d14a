import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react';
import { unwrap, useApi } from '../api.ts';
import { useTexts } from '../i18n/texts.tsx';
import { usePersonName } from '../parts/person-name.ts';
import { Code, UserText } from '../ui/layout/pieces.tsx';
import { Failure } from '../ui/layout/states.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';

interface Hit {
  readonly key: string;
  readonly name: string;
  readonly note: string;
  readonly open: () => void;
}

/** Finds an app by its name, or a user by number or name. */
export function Finder({ onClose }: { readonly onClose: () => void }) {
  const { shell, common } = useTexts();
  const id = useId();
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  const q = useDeferredValue(words.trim());
  const apps = useAppHits(q);
  const users = useUserHits(q);
  const hits = [...apps, ...users.hits];
  const open = (hit: Hit | undefined): void => {
    if (hit === undefined) return;
    onClose();
    hit.open();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, hits.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
    else if (event.key === 'Enter') open(hits[at]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={shell.find} onClose={onClose} closeLabel={common.close}>
      <div className="finder">
        <input
          className="input"
          role="combobox"
          aria-label={shell.findHint}
          aria-expanded={hits.length > 0}
          aria-controls={`${id}-hits`}
          aria-activedescendant={hits[at] === undefined ? undefined : `${id}-${at}`}
          aria-autocomplete="list"
          autoComplete="off"
          // the dialog was opened to type
          autoFocus
          dir="auto"
          placeholder={shell.findHint}
          value={words}
          onKeyDown={press}
          onChange={(event) => {
            setWords(event.target.value);
            setAt(0);
          }}
        />
        {users.error ? <Failure error={users.error} /> : null}
        <Hits id={id} hits={hits} at={at} apps={apps.length} onOpen={open} />
        <p className="muted small" role="status">
          {q.length < 2 ? shell.findStart : hits.length === 0 && !users.isFetching ? shell.findNothing : null}
        </p>
      </div>
    </Dialog>
  );
}

interface HitsProps {
  readonly id: string;
  readonly hits: readonly Hit[];
  readonly at: number;
  /** How many of the hits are apps; they come first. */
  readonly apps: number;
  readonly onOpen: (hit: Hit) => void;
}

function Hits({ id, hits, at, apps, onOpen }: HitsProps) {
  const { shell } = useTexts();
  return (
    <div role="listbox" id={`${id}-hits`} aria-label={shell.find}>
      {hits.map((hit, index) => (
        <div key={hit.key} role="presentation">
          {index === 0 || index === apps ? <div className="group">{index < apps ? shell.findApps : shell.findUsers}</div> : null}
          {/* the keyboard moves in the field above */}
          <div
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className="hit"
            onMouseDown={() => onOpen(hit)}
          >
            <UserText>{hit.name}</UserText>
            <span className="end muted">
              <Code>{hit.note}</Code>
            </span>
          </div>
        </div>
      ))}
    </div>
  );
}

function useAppHits(q: string): readonly Hit[] {
  const navigate = useNavigate();
  const { data = [] } = useApi().useQuery('get', '/api/v1/admin/apps');
  if (q.length < 2) return [];
  const word = q.toLowerCase();
  return data
    .filter(({ slug, name }) => slug.includes(word) || name.toLowerCase().includes(word))
    .slice(0, 5)
    .map(({ slug, name }) => ({ key: slug, name, note: slug, open: () => void navigate({ to: '/apps/$slug', params: { slug } }) }));
}

function useUserHits(q: string) {
  const nameOf = usePersonName();
  const navigate = useNavigate();
  const { client } = useApi();
  const { data, error, isFetching } = useQuery({
    queryKey: ['finder', q],
    queryFn: ({ signal }) => unwrap(client.GET('/api/v2/auth/admin/users', { params: { query: { q, limit: 8 } }, signal })),
    enabled: q.length >= 2,
  });
  const hits = (data?.data ?? []).map((user) => ({
    key: user.id,
    name: nameOf(user),
    note: user.phone,
    open: () => void navigate({ to: '/users/$id', params: { id: user.id } }),
  }));
  return { hits, error, isFetching };
}
