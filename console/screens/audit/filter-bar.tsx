import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTexts } from '../../i18n/texts.tsx';
import { useOperator } from '../../state/session-context.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { Select, Switch } from '../../ui/controls/choices.tsx';
import { TextField } from '../../ui/controls/fields.tsx';
import { CloseIcon } from '../../ui/layout/icons.tsx';
import { nameOfAct } from './entry.tsx';
import type { AuditSearch } from './search.ts';

/** Those that a click on a row sets. */
const CLICKED = ['actor', 'subject', 'target'] as const;

type Changes = { readonly [K in keyof AuditSearch]?: AuditSearch[K] | undefined };

/** The filter of the address, and the fields that change it. */
export function FilterBar({ search }: { readonly search: AuditSearch }) {
  const { audit } = useTexts();
  const { isOwner } = useOperator();
  const change = useChange(search);
  return (
    <div className="stack">
      <div className="filters">
        <Words key={search.q ?? ''} words={search.q ?? ''} onSearch={(q) => change({ q })} />
        <ActSelect action={search.action ?? ''} onChange={(action) => change({ action })} />
        <Day label={audit.from} day={search.from} onChange={(from) => change({ from })} />
        <Day label={audit.to} day={search.to} onChange={(to) => change({ to })} />
      </div>
      <div className="line wrap">
        <Clicked search={search} onChange={change} />
        {isOwner ? (
          <Switch isSelected={search.all === true} onChange={(all) => change({ all: all ? true : undefined })}>
            {audit.allProjects}
          </Switch>
        ) : null}
      </div>
    </div>
  );
}

function useChange(search: AuditSearch): (changes: Changes) => void {
  const navigate = useNavigate();
  return (changes) => {
    const filled = Object.entries({ ...search, ...changes }).filter(([, value]) => value !== undefined && value !== '');
    void navigate({ to: '.', search: Object.fromEntries(filled), resetScroll: false });
  };
}

function Words({ words, onSearch }: { readonly words: string; readonly onSearch: (words: string) => void }) {
  const { audit } = useTexts();
  const [typed, setTyped] = useState(words);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSearch(typed.trim());
  };
  return (
    <search>
      <form className="line words" onSubmit={submit}>
        <span className="grow">
          <TextField label={audit.words} value={typed} onChange={setTyped} type="search" placeholder={audit.wordsHint} maxLength={100} />
        </span>
        <Button type="submit">{audit.search}</Button>
      </form>
    </search>
  );
}

function ActSelect({ action, onChange }: { readonly action: string; readonly onChange: (action: string) => void }) {
  const { audit, auditActs } = useTexts();
  const known = Object.keys(auditActs);
  const names = action === '' || known.includes(action) ? known : [action, ...known];
  const options = names.map((name) => ({ value: name, label: nameOfAct(auditActs, name) }));
  return <Select label={audit.action} value={action} options={[{ value: '', label: audit.anyAction }, ...options]} onChange={onChange} />;
}

function Day({
  label,
  day,
  onChange,
}: {
  readonly label: string;
  readonly day: string | undefined;
  readonly onChange: (day: string) => void;
}) {
  return <TextField label={label} value={day ?? ''} onChange={onChange} type="date" dir="ltr" />;
}

function Clicked({ search, onChange }: { readonly search: AuditSearch; readonly onChange: (changes: Changes) => void }) {
  const { audit } = useTexts();
  const set = CLICKED.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]] as const]));
  if (set.length === 0) return null;
  return (
    <>
      <span className="small muted">{audit.filteredBy}</span>
      {set.map(([name, value]) => (
        <span key={name} className="filter">
          <span className="small muted">{audit[name]}</span>
          <span className="code">{value}</span>
          <IconButton label={audit.remove(audit[name], value)} onPress={() => onChange({ [name]: undefined })}>
            <CloseIcon />
          </IconButton>
        </span>
      ))}
    </>
  );
}
