import type { Schemas } from '../../api.ts';
import { useTexts } from '../../i18n/texts.tsx';
import { Chip, type Tone } from '../../ui/layout/pieces.tsx';

type Person = Schemas['ManagedUser'];

const TONES: Readonly<Record<Person['status'], Tone>> = { active: 'good', inactive: 'warn', suspended: 'danger', deleted: 'normal' };

/** The unusual about a person: a role, a status, a deletion under way. */
export function PersonChips({ person: { role, status, deletesAt } }: { readonly person: Person }) {
  const { users } = useTexts();
  return (
    <>
      {role === 'customer' ? null : <Chip tone={role === 'staff' || role === 'admin' ? 'accent' : 'normal'}>{users.roles[role]}</Chip>}
      {status === 'active' ? null : <Chip tone={TONES[status]}>{users.statuses[status]}</Chip>}
      {deletesAt === null ? null : <Chip tone="warn">{users.leaving}</Chip>}
    </>
  );
}
