import { useState } from 'react';
import type { Schemas } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Time } from '../../../ui/data/time.tsx';
import { Card } from '../../../ui/layout/page.tsx';
import { Code, UserText } from '../../../ui/layout/pieces.tsx';
import { Failure, Loading } from '../../../ui/layout/states.tsx';
import { EndSessions } from './end-sessions.tsx';
import { useUnlock } from './unlock.ts';

type Security = Schemas['UserSecurity'];

interface AccessProps {
  readonly id: string;
  /** Undefined while it is loading. */
  readonly security: Security | undefined;
}

/** Locks and sessions of a person. */
export function Access({ id, security }: AccessProps) {
  const { access } = useTexts().users;
  return (
    <Card title={access.title}>
      {security === undefined ? (
        <Loading rows={4} rowHeight={32} />
      ) : (
        <div className="stack">
          <Locks id={id} security={security} />
          <Sessions id={id} sessions={security.sessions} />
        </div>
      )}
    </Card>
  );
}

function Locks({ id, security: { locks, cooldownUntil } }: { readonly id: string; readonly security: Security }) {
  const { access } = useTexts().users;
  const unlock = useUnlock(id);
  // the notice above has locks and the button that lifts them
  if (locks.length > 0) return null;
  return (
    <section className="stack tight">
      <div className="line wrap">
        <h3>{access.locks}</h3>
        {cooldownUntil === null ? null : (
          <span className="end">
            <Button onPress={unlock.run} isPending={unlock.isPending}>
              {access.sendAtOnce}
            </Button>
          </span>
        )}
      </div>
      <p className="muted">{access.noLocks}</p>
      {cooldownUntil === null ? null : (
        <p>
          {access.cooldown} <Time at={cooldownUntil} />
        </p>
      )}
      {unlock.error ? <Failure error={unlock.error} /> : null}
    </section>
  );
}

function Sessions({ id, sessions }: { readonly id: string; readonly sessions: Security['sessions'] }) {
  const { access } = useTexts().users;
  const [isEnding, end] = useState(false);
  return (
    <section className="stack tight">
      <div className="line wrap">
        <h3>{access.sessions}</h3>
        {sessions.length === 0 ? null : (
          <span className="end">
            <Button look="danger" onPress={() => end(true)}>
              {access.endAll(sessions.length)}
            </Button>
          </span>
        )}
      </div>
      {sessions.length === 0 ? <p className="muted">{access.noSessions}</p> : <SessionList sessions={sessions} />}
      {isEnding ? <EndSessions id={id} count={sessions.length} onClose={() => end(false)} /> : null}
    </section>
  );
}

function SessionList({ sessions }: { readonly sessions: Security['sessions'] }) {
  return (
    <ul className="users-rows">
      {sessions.map((session) => (
        <li key={session.id}>
          <SessionLine session={session} />
        </li>
      ))}
    </ul>
  );
}

function SessionLine({ session: { device, lastUsedAt, address } }: { readonly session: Security['sessions'][number] }) {
  const { access } = useTexts().users;
  return (
    <>
      {device === null ? <span className="muted">{access.unknownDevice}</span> : <UserText>{device}</UserText>}
      <span className="small muted">
        {access.lastUsed} <Time at={lastUsedAt} />
        {address === null ? null : (
          <>
            {' · '}
            {access.network} <Code>{address}</Code>
          </>
        )}
      </span>
    </>
  );
}
