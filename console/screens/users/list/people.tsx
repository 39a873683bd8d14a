import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { usePersonName } from '../../../parts/person-name.ts';
import { type Column, Table } from '../../../ui/data/table.tsx';
import { ExactTime, Time } from '../../../ui/data/time.tsx';
import { Code, UserText } from '../../../ui/layout/pieces.tsx';
import { PersonChips } from '../chips.tsx';

type Person = Schemas['ManagedUser'];

/** The people that were found. */
export function People({ people }: { readonly people: readonly Person[] }) {
  const { users } = useTexts();
  const { columns: titles } = users;
  const columns: readonly Column<Person>[] = [
    { key: 'person', title: titles.person, isName: true, render: (person) => <PersonCell person={person} /> },
    { key: 'email', title: titles.email, isExtra: true, render: ({ email }) => (email === null ? null : <UserText>{email}</UserText>) },
    { key: 'registered', title: titles.registered, isExtra: true, render: ({ createdAt }) => <ExactTime at={createdAt} /> },
    { key: 'last', title: titles.lastLogin, render: ({ lastLoginAt }) => <LastLogin at={lastLoginAt} /> },
  ];
  return <Table label={users.title} columns={columns} rows={people} rowKey={({ id }) => id} />;
}

function PersonCell({ person }: { readonly person: Person }) {
  const name = usePersonName()(person);
  const { id, phone } = person;
  return (
    <div className="users-person">
      <span className="line wrap">
        <Link to="/users/$id" params={{ id }}>
          <UserText>{name}</UserText>
        </Link>
        <PersonChips person={person} />
      </span>
      {phone === '' || phone === name ? null : (
        <span className="small muted">
          <Code>{phone}</Code>
        </span>
      )}
    </div>
  );
}

function LastLogin({ at }: { readonly at: string | null }) {
  const { users } = useTexts();
  return at === null ? <span className="muted">{users.never}</span> : <Time at={at} />;
}
