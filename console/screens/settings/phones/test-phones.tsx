import { useState } from 'react';
import { type Schemas, useApi } from '../../../api.ts';
import { useFormat, useTexts } from '../../../i18n/texts.tsx';
import { useProjectId } from '../../../state/session-context.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { type Column, Table } from '../../../ui/data/table.tsx';
import { Card, Page } from '../../../ui/layout/page.tsx';
import { Code } from '../../../ui/layout/pieces.tsx';
import { Empty, Failure, Loading } from '../../../ui/layout/states.tsx';
import { AddPhone } from './add-phone.tsx';
import { RemovePhone } from './remove-phone.tsx';

type TestPhone = Schemas['TestPhone'];

/** Numbers whose code is always the same. */
export function TestPhones() {
  const { testPhones } = useTexts();
  const [isAdding, add] = useState(false);
  return (
    <Page
      title={testPhones.title}
      acts={
        <Button look="primary" onPress={() => add(true)}>
          {testPhones.add}
        </Button>
      }
    >
      <p className="muted">{testPhones.lead}</p>
      <Card isFlush>
        <Phones />
      </Card>
      {isAdding ? <AddPhone onClose={() => add(false)} /> : null}
    </Page>
  );
}

function Phones() {
  const { testPhones } = useTexts();
  const id = useProjectId();
  const [removed, remove] = useState<string | null>(null);
  const columns = useColumns(remove);
  const { data, error, refetch } = useApi().useQuery('get', '/api/v1/admin/projects/{id}/test-phones', { params: { path: { id } } });
  if (data === undefined) {
    return <div className="inset">{error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading rows={3} />}</div>;
  }
  if (data.length === 0) return <Empty title={testPhones.none}>{testPhones.noneHint}</Empty>;
  return (
    <>
      <Table label={testPhones.title} columns={columns} rows={data} rowKey={({ phone }) => phone} />
      {removed === null ? null : <RemovePhone phone={removed} onClose={() => remove(null)} />}
    </>
  );
}

function useColumns(onRemove: (phone: string) => void): readonly Column<TestPhone>[] {
  const { testPhones } = useTexts();
  const format = useFormat();
  return [
    { key: 'phone', title: testPhones.phone, isName: true, render: ({ phone }) => <Code>{phone}</Code> },
    { key: 'code', title: testPhones.code, render: ({ code }) => <Code>{code}</Code> },
    { key: 'source', title: testPhones.source, render: ({ source }) => testPhones.sources[source] },
    {
      key: 'expires',
      title: testPhones.expires,
      render: ({ expiresAt }) => (expiresAt === null ? testPhones.never : <time dateTime={expiresAt}>{format.date(expiresAt)}</time>),
    },
    {
      key: 'acts',
      title: <span className="hidden-text">{testPhones.remove}</span>,
      isNumeric: true,
      render: ({ phone, source }) =>
        source === 'environment' ? null : (
          <Button look="danger" label={testPhones.removeNamed(phone)} onPress={() => onRemove(phone)}>
            {testPhones.remove}
          </Button>
        ),
    },
  ];
}
