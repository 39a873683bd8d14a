import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useFormat, useTexts } from '../../i18n/texts.tsx';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { Select } from '../../ui/controls/choices.tsx';
import { TextField } from '../../ui/controls/fields.tsx';
import { CloseIcon } from '../../ui/layout/icons.tsx';
import type { Kind, ModerationSearch } from './search.ts';

const CHOICES = ['', 'review', 'comment', 'post', 'comment,post'];
const TYPING_MS = 300;

/** Changes the filter in the address; the text that was open is not part of it. */
function useFilter() {
  const { item: _, ...filter } = useSearch({ from: '/signed-in/moderation' });
  const navigate = useNavigate({ from: '/moderation' });
  const change = (changes: { readonly [K in keyof ModerationSearch]?: string }): void => {
    const next = { ...filter, ...changes };
    const given = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== ''));
    void navigate({ search: given, replace: true, resetScroll: false });
  };
  return { filter, change };
}

/** Back to all that waits. */
export function ClearFilter() {
  const { moderation } = useTexts();
  const navigate = useNavigate({ from: '/moderation' });
  return <Button onPress={() => void navigate({ search: {}, replace: true })}>{moderation.filters.clear}</Button>;
}

/** Chooses a part of all that waits. */
export function Filters({ onKeys }: { readonly onKeys: () => void }) {
  const { moderation } = useTexts();
  const { filters } = moderation;
  const { filter, change } = useFilter();
  const kindOptions = useKindOptions(filter.kinds);
  const [hasDates, showDates] = useState(filter.from !== undefined || filter.to !== undefined);
  return (
    <search className="filters" aria-label={filters.label}>
      <Select label={filters.kind} isLabelHidden value={filter.kinds ?? ''} options={kindOptions} onChange={(kinds) => change({ kinds })} />
      <Select
        label={filters.reason}
        isLabelHidden
        value={filter.reason ?? ''}
        options={[
          { value: '', label: filters.allReasons },
          { value: 'pending', label: filters.pending },
          { value: 'reported', label: filters.reported },
        ]}
        onChange={(reason) => change({ reason })}
      />
      <Words q={filter.q ?? ''} onChange={(q) => change({ q })} />
      {hasDates ? <Dates filter={filter} onChange={change} /> : <Button onPress={() => showDates(true)}>{filters.dates}</Button>}
      {filter.author === undefined ? null : <AuthorFilter author={filter.author} onDrop={() => change({ author: '' })} />}
      <div className="keys-hint">
        <kbd>J</kbd> <kbd>K</kbd> {moderation.keysHint} ·{' '}
        <Button look="link" onPress={onKeys}>
          <kbd>?</kbd> {moderation.allKeys}
        </Button>
      </div>
    </search>
  );
}

function useKindOptions(present = ''): { value: string; label: string }[] {
  const { moderation } = useTexts();
  const format = useFormat();
  const values = CHOICES.includes(present) ? CHOICES : [...CHOICES, present];
  return values.map((value) => {
    const kinds = value === '' ? [] : (value.split(',') as Kind[]);
    return {
      value,
      label: kinds.length === 0 ? moderation.filters.allKinds : format.list(kinds.map((kind) => moderation.kindsMany[kind])),
    };
  });
}

/** The words go into the address when the typing stops. */
function Words({ q, onChange }: { readonly q: string; readonly onChange: (q: string) => void }) {
  const { moderation } = useTexts();
  const [typed, setTyped] = useState({ q, text: q });
  const text = typed.q === q ? typed.text : q;
  useEffect(() => {
    const words = text.trim();
    if (words === q) return;
    const timer = setTimeout(() => {
      setTyped({ q: words, text });
      onChange(words);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [q, text, onChange]);
  return (
    <TextField
      label={moderation.filters.words}
      placeholder={moderation.filters.words}
      isLabelHidden
      type="search"
      maxLength={100}
      value={text}
      onChange={(value) => setTyped({ q, text: value })}
    />
  );
}

interface DatesProps {
  readonly filter: Pick<ModerationSearch, 'from' | 'to'>;
  readonly onChange: (changes: Pick<ModerationSearch, 'from' | 'to'>) => void;
}

function Dates({ filter: { from = '', to = '' }, onChange }: DatesProps) {
  const { filters } = useTexts().moderation;
  return (
    <div className="dates">
      <TextField label={filters.from} type="date" dir="ltr" value={from} onChange={(day) => onChange({ from: day })} />
      <TextField label={filters.to} type="date" dir="ltr" value={to} onChange={(day) => onChange({ to: day })} />
    </div>
  );
}

function AuthorFilter({ author, onDrop }: { readonly author: string; readonly onDrop: () => void }) {
  const { filters } = useTexts().moderation;
  const name = author.startsWith('guest:') ? author.slice('guest:'.length) : filters.anAuthor;
  return (
    <span className="author-filter">
      <bdi>{filters.author(name)}</bdi>
      <IconButton label={filters.drop} onPress={onDrop}>
        <CloseIcon />
      </IconButton>
    </span>
  );
}
