import { useQueryClient } from '@tanstack/react-query';
import { type Schemas, useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Time } from '../../../ui/data/time.tsx';
import { Card } from '../../../ui/layout/page.tsx';
import { Chip, Code } from '../../../ui/layout/pieces.tsx';
import { Failure, Loading } from '../../../ui/layout/states.tsx';
import { useToast } from '../../../ui/overlays/toast.tsx';
import './sessions.css';

/** Where the operator is signed in. */
export function SessionsCard() {
  const { account } = useTexts();
  return (
    <Card title={account.sessions} isFlush>
      <p className="muted sessions-lead">{account.sessionsLead}</p>
      <Sessions />
    </Card>
  );
}

function Sessions() {
  const { data, error, refetch } = useApi().useQuery('get', '/api/v1/auth/auth/sessions');
  if (data === undefined) {
    return <div className="sessions-lead">{error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading rows={2} />}</div>;
  }
  return (
    <ul className="sessions">
      {data.data.map((session) => (
        <SessionRow key={session.id} session={session} />
      ))}
    </ul>
  );
}

function SessionRow({ session: { id, device, address, createdAt, lastUsedAt, current } }: { readonly session: Schemas['Session'] }) {
  const { account } = useTexts();
  const toast = useToast();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useApi().useMutation('delete', '/api/v1/auth/auth/sessions/{id}', {
    onSuccess: () => {
      toast({ text: account.sessionEnded });
      return queries.invalidateQueries();
    },
  });
  const name = device ?? account.unknownDevice;
  return (
    <li>
      <div className="grow">
        <div className="line wrap">
          <bdi>{name}</bdi>
          {current ? <Chip tone="accent">{account.here}</Chip> : null}
        </div>
        <p className="small muted origin">
          <span>
            {account.lastUsed} <Time at={lastUsedAt} />
          </span>
          <span>
            {account.signedIn} <Time at={createdAt} />
          </span>
          {address === null ? null : <Code>{address}</Code>}
        </p>
        {error ? <Failure error={error} /> : null}
      </div>
      {current ? null : (
        <Button look="danger" label={account.endSessionOf(name)} onPress={() => mutate({ params: { path: { id } } })} isPending={isPending}>
          {account.endSession}
        </Button>
      )}
    </li>
  );
}
