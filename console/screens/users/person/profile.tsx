import type { ReactNode } from 'react';
import type { Schemas } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { CopyButton } from '../../../ui/data/copy.tsx';
import { ExactTime, Time } from '../../../ui/data/time.tsx';
import { Card } from '../../../ui/layout/page.tsx';
import { Chip, Code, UserText } from '../../../ui/layout/pieces.tsx';

/** The data that the person gave, and when. */
export function Profile({ user }: { readonly user: Schemas['ManagedUser'] }) {
  const { profile, never } = useTexts().users;
  const { id, phone, createdAt, lastLoginAt } = user;
  return (
    <Card title={profile.title}>
      <dl className="users-profile">
        {phone === '' ? null : (
          <Fact name={profile.phone}>
            <Code>{phone}</Code> <Proof isProved={user.phoneVerified} />
          </Fact>
        )}
        <Fact name={profile.email}>
          {user.email === null ? <span className="muted">{profile.noEmail}</span> : <UserText>{user.email}</UserText>}{' '}
          {user.email === null ? null : <Proof isProved={user.emailVerified} />}
        </Fact>
        <Fact name={profile.language}>
          <Language code={user.language} />
        </Fact>
        <Fact name={profile.registered}>
          <ExactTime at={createdAt} />
        </Fact>
        <Fact name={profile.lastLogin}>{lastLoginAt === null ? <span className="muted">{never}</span> : <Time at={lastLoginAt} />}</Fact>
        <Fact name={profile.id}>
          <Code>{id}</Code> <CopyButton text={id} label={profile.copyId} />
        </Fact>
      </dl>
    </Card>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Proof({ isProved }: { readonly isProved: boolean }) {
  const { profile } = useTexts().users;
  return isProved ? <Chip tone="good">{profile.verified}</Chip> : <Chip>{profile.unverified}</Chip>;
}

function Language({ code }: { readonly code: string }) {
  const { common } = useTexts();
  const known: Readonly<Record<string, string>> = common.languages;
  return known[code] ?? <Code>{code}</Code>;
}
