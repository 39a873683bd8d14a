import { useState } from 'react';
import { type Schemas, useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { useOperator, useProjectId } from '../../../state/session-context.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { type Column, Table } from '../../../ui/data/table.tsx';
import { Time } from '../../../ui/data/time.tsx';
import { Card, Page } from '../../../ui/layout/page.tsx';
import { Chip } from '../../../ui/layout/pieces.tsx';
import { Empty, Failure, Loading } from '../../../ui/layout/states.tsx';
import { NewOperator } from './new-operator.tsx';
import { OperatorActs } from './operator-acts.tsx';

type Operator = Schemas['Operator'];

/** The people who may sign in here. */
export function Operators() {
  const { operators } = useTexts();
  const [isInviting, invite] = useState(false);
  return (
    <Page
      title={operators.title}
      acts={
        <Button look="primary" onPress={() => invite(true)}>
          {operators.invite}
        </Button>
      }
    >
      <p className="muted">{operators.lead}</p>
      <Card isFlush>
        <People />
      </Card>
      {isInviting ? <NewOperator onClose={() => invite(false)} /> : null}
    </Page>
  );
}

function People() {
  const { operators } = useTexts();
  const id = useProjectId();
  const columns = useColumns();
  const { data, error, refetch } = useApi().useQuery('get', '/api/v1/admin/projects/{id}/operators', { params: { path: { id } } });
  if (data === undefined) {
    return <div className="inset">{error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading rows={4} />}</div>;
  }
  if (data.length === 0) return <Empty title={operators.none}>{operators.noneHint}</Empty>;
  return <Table label={operators.title} columns={columns} rows={data} rowKey={({ id: row }) => row} />;
}

function useColumns(): readonly Column<Operator>[] {
  const { operators } = useTexts();
  const me = useOperator();
  return [
    {
      key: 'name',
      title: operators.username,
      isName: true,
      render: (operator) => <Name operator={operator} isMe={operator.id === me.id} />,
    },
    { key: 'role', title: operators.role, render: ({ role, owner }) => operators.roles[owner ? 'owner' : role] },
    {
      key: 'state',
      title: operators.state,
      render: ({ isActive }) => <Chip tone={isActive ? 'good' : 'normal'}>{isActive ? operators.active : operators.inactive}</Chip>,
    },
    {
      key: 'factor',
      title: operators.factor,
      render: ({ totp }) => (totp ? operators.on : <span className="muted">{operators.off}</span>),
    },
    { key: 'since', title: operators.since, render: ({ createdAt }) => <Time at={createdAt} /> },
    {
      key: 'acts',
      title: <span className="hidden-text">{operators.acts}</span>,
      isNumeric: true,
      // only an owner may change an owner, and people change their own account elsewhere
      render: (operator) => (operator.id === me.id || (operator.owner && !me.isOwner) ? null : <OperatorActs operator={operator} />),
    },
  ];
}

function Name({ operator: { username, email }, isMe }: { readonly operator: Operator; readonly isMe: boolean }) {
  const { operators } = useTexts();
  return (
    <span className="stack tight">
      <span className="line wrap">
        <bdi>{username}</bdi>
        {isMe ? <Chip tone="accent">{operators.you}</Chip> : null}
      </span>
      {email === null ? null : <bdi className="small muted">{email}</bdi>}
    </span>
  );
}
