import { useState } from 'react';
import { type Schemas, useApi } from '../../../api.ts';
import { useFormat, useTexts } from '../../../i18n/texts.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { type Column, Table } from '../../../ui/data/table.tsx';
import { Time } from '../../../ui/data/time.tsx';
import { Card, Page } from '../../../ui/layout/page.tsx';
import { Chip, Code } from '../../../ui/layout/pieces.tsx';
import { Empty, Failure, Loading } from '../../../ui/layout/states.tsx';
import { useOwnedQuery } from '../owned-query.ts';
import { IssueKey } from './issue-key.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';

type ApiKey = Schemas['ApiKey'];

/** The keys of programs. */
export function ApiKeys() {
  const { apiKeys } = useTexts();
  const [isIssuing, issue] = useState(false);
  return (
    <Page
      title={apiKeys.title}
      acts={
        <Button look="primary" onPress={() => issue(true)}>
          {apiKeys.issue}
        </Button>
      }
    >
      <p className="muted">{apiKeys.lead}</p>
      <Card isFlush>
        <Keys />
      </Card>
      {isIssuing ? <IssueKey onClose={() => issue(false)} /> : null}
    </Page>
  );
}

function Keys() {
  const { apiKeys } = useTexts();
  const query = useOwnedQuery();
  const [revoked, revoke] = useState<ApiKey | null>(null);
  const columns = useColumns(revoke);
  const { data, error, refetch } = useApi().useQuery('get', '/api/v1/admin/api-keys', { params: { query } });
  if (data === undefined) {
    return <div className="inset">{error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading rows={4} />}</div>;
  }
  if (data.length === 0) return <Empty title={apiKeys.none}>{apiKeys.noneHint}</Empty>;
  return (
    <>
      <Table label={apiKeys.title} columns={columns} rows={data} rowKey={({ id }) => id} />
      {revoked === null ? null : <RevokeDialog apiKey={revoked} onClose={() => revoke(null)} />}
    </>
  );
}

function useColumns(onRevoke: (key: ApiKey) => void): readonly Column<ApiKey>[] {
  const { apiKeys } = useTexts();
  const format = useFormat();
  return [
    { key: 'name', title: apiKeys.name, isName: true, render: ({ name }) => <bdi dir="auto">{name}</bdi> },
    { key: 'prefix', title: apiKeys.key, render: ({ prefix }) => <Code>{prefix}…</Code> },
    { key: 'rights', title: apiKeys.rights, render: (key) => <Rights apiKey={key} /> },
    { key: 'used', title: apiKeys.lastUsed, render: ({ lastUsedAt }) => (lastUsedAt === null ? apiKeys.unused : <Time at={lastUsedAt} />) },
    {
      key: 'expires',
      title: apiKeys.expires,
      render: ({ expiresAt }) => (expiresAt === null ? apiKeys.never : <time dateTime={expiresAt}>{format.date(expiresAt)}</time>),
    },
    {
      key: 'acts',
      title: <span className="hidden-text">{apiKeys.revoke}</span>,
      isNumeric: true,
      render: (key) => (
        <Button look="danger" label={apiKeys.revokeNamed(key.name)} onPress={() => onRevoke(key)}>
          {apiKeys.revoke}
        </Button>
      ),
    },
  ];
}

function Rights({ apiKey: { scopes, apps, projectId } }: { readonly apiKey: ApiKey }) {
  const { apiKeys } = useTexts();
  return (
    <span className="line wrap">
      {scopes.map((scope) => (
        <Chip key={scope}>{scope}</Chip>
      ))}
      {projectId === null ? <Chip tone="warn">{apiKeys.allProjects}</Chip> : null}
      {(apps ?? []).map((slug) => (
        <Chip key={slug} tone="accent">
          {slug}
        </Chip>
      ))}
    </span>
  );
}
