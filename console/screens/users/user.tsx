import { Link, useParams } from '@tanstack/react-router';
import { type Schemas, useApi } from '../../api.ts';
import { useTexts } from '../../i18n/texts.tsx';
import { usePersonName } from '../../parts/person-name.ts';
import { problemOf } from '../../state/problem.ts';
import { useOperator } from '../../state/session-context.ts';
import { UsersIcon } from '../../ui/layout/icons.tsx';
import { Card, Page } from '../../ui/layout/page.tsx';
import { Empty, Failure, Loading } from '../../ui/layout/states.tsx';
import { PersonChips } from './chips.tsx';
import { Access } from './person/access.tsx';
import { Administration } from './person/administration.tsx';
import { Codes } from './person/codes.tsx';
import { DeletionNotice, LockNotice, StateNotices } from './person/notices.tsx';
import { Profile } from './person/profile.tsx';
import { Written } from './person/written.tsx';
import './users.css';

/** Codes come and locks end while the person is on the phone. */
const REFRESH_MS = 15_000;

/** One person: why they cannot sign in, what they wrote, and what can be done for them. */
export function User() {
  const { users } = useTexts();
  const { id } = useParams({ from: '/signed-in/users/$id' });
  const user = useApi().useQuery('get', '/api/v2/auth/admin/users/{id}', { params: { path: { id } } });
  if (user.data !== undefined) return <Person key={id} user={user.data} />;
  if (user.error && isUnknown(user.error)) return <Unknown />;
  return (
    <Page title={users.title}>{user.error ? <Failure error={user.error} onRetry={() => void user.refetch()} /> : <PersonSkeleton />}</Page>
  );
}

function Person({ user }: { readonly user: Schemas['ManagedUser'] }) {
  const name = usePersonName()(user);
  const { isAdmin } = useOperator();
  const { id, status } = user;
  const isErased = status === 'deleted';
  const note = (
    <span className="line wrap">
      <PersonChips person={user} />
    </span>
  );
  return (
    <Page title={name} isUserText note={note}>
      <StateNotices user={user} />
      {isErased ? null : <Help user={user} />}
      <Profile user={user} />
      {isAdmin && !isErased ? <Administration user={user} name={name} /> : null}
      <Written authorId={id} />
    </Page>
  );
}

/** The help for a person who cannot sign in. */
function Help({ user: { id } }: { readonly user: Schemas['ManagedUser'] }) {
  const input = { params: { path: { id } } };
  const security = useApi().useQuery('get', '/api/v2/auth/admin/users/{id}/security', input, { refetchInterval: REFRESH_MS });
  if (security.error) return <Failure error={security.error} onRetry={() => void security.refetch()} />;
  return (
    <>
      <LockNotice id={id} locks={security.data?.locks ?? []} />
      <DeletionNotice deletion={security.data?.deletion ?? null} />
      <div className="two">
        <Access id={id} security={security.data} />
        <Codes codes={security.data?.codes} />
      </div>
    </>
  );
}

function PersonSkeleton() {
  return (
    <Card>
      <Loading rows={6} rowHeight={28} />
    </Card>
  );
}

function Unknown() {
  const { users } = useTexts();
  return (
    <Page title={users.unknown}>
      <Card>
        <Empty title={users.unknownHint} icon={<UsersIcon />} act={<Link to="/users">{users.toList}</Link>} />
      </Card>
    </Page>
  );
}

/** An address that is no id is refused before it is looked up. */
function isUnknown(error: unknown): boolean {
  const { status } = problemOf(error);
  return status === 404 || status === 400;
}
