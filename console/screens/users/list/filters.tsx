import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '../../../i18n/texts.tsx';
import { Select } from '../../../ui/controls/choices.tsx';
import { TextField } from '../../../ui/controls/fields.tsx';
import { ORDERS, ROLES, STATUSES, type UsersSearch, usersSearch } from '../search.ts';

/** Order, role, status and days of registration, all of them in the address. */
export function Filters({ search }: { readonly search: UsersSearch }) {
  const { order = 'createdAt-desc', role, status, from = '', to = '' } = search;
  const { users } = useTexts();
  const navigate = useNavigate();
  const change = (changes: Record<string, string>): void => {
    const next = (before: object) => usersSearch({ ...before, page: undefined, ...changes });
    void navigate({ to: '/users', search: next, replace: true });
  };
  const roles = ROLES.map((value) => ({ value, label: users.roles[value] }));
  const statuses = STATUSES.map((value) => ({ value, label: users.statuses[value] }));
  return (
    <fieldset className="users-filters">
      <legend className="hidden-text">{users.filters}</legend>
      <Select
        label={users.order}
        value={order}
        options={ORDERS.map((value) => ({ value, label: users.orders[value] }))}
        onChange={(value) => change({ order: value })}
      />
      <Select
        label={users.role}
        value={role ?? ''}
        options={[{ value: '', label: users.anyRole }, ...roles]}
        onChange={(value) => change({ role: value })}
      />
      <Select
        label={users.status}
        value={status ?? ''}
        options={[{ value: '', label: users.anyStatus }, ...statuses]}
        onChange={(value) => change({ status: value })}
      />
      <TextField label={users.from} type="date" value={from} onChange={(value) => change({ from: value })} />
      <TextField label={users.to} type="date" value={to} onChange={(value) => change({ to: value })} />
    </fieldset>
  );
}
