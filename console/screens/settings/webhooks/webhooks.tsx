import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { nameOfWebhook, useWebhooks } from '../../../parts/webhooks.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { type Column, Table } from '../../../ui/data/table.tsx';
import { Time } from '../../../ui/data/time.tsx';
import { Card, Page } from '../../../ui/layout/page.tsx';
import { Chip, Code } from '../../../ui/layout/pieces.tsx';
import { Empty, Failure, Loading } from '../../../ui/layout/states.tsx';
import { AddWebhook } from './add-webhook.tsx';
import { HealthChip } from './health.tsx';
import './webhooks.css';

type Webhook = Schemas['Webhook'];

/** So many events of a webhook are named in the list. */
const SHOWN_EVENTS = 3;

/** The addresses that hear of events. */
export function Webhooks() {
  const { webhooks } = useTexts();
  const [isAdding, add] = useState(false);
  return (
    <Page
      title={webhooks.title}
      acts={
        <Button look="primary" onPress={() => add(true)}>
          {webhooks.add}
        </Button>
      }
    >
      <p className="muted">{webhooks.lead}</p>
      <Card isFlush>
        <List />
      </Card>
      {isAdding ? <AddWebhook onClose={() => add(false)} /> : null}
    </Page>
  );
}

function List() {
  const { webhooks } = useTexts();
  const columns = useColumns();
  const { data, error, refetch } = useWebhooks();
  if (data === undefined) {
    return <div className="inset">{error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading rows={4} />}</div>;
  }
  if (data.length === 0) return <Empty title={webhooks.none}>{webhooks.noneHint}</Empty>;
  return <Table label={webhooks.title} columns={columns} rows={data} rowKey={({ id }) => id} />;
}

function useColumns(): readonly Column<Webhook>[] {
  const { webhooks } = useTexts();
  return [
    { key: 'name', title: webhooks.address, isName: true, render: (webhook) => <Name webhook={webhook} /> },
    { key: 'health', title: webhooks.health, render: (webhook) => <HealthChip webhook={webhook} /> },
    {
      key: 'success',
      title: webhooks.lastSuccess,
      isExtra: true,
      render: ({ health: { lastSuccessAt } }) =>
        lastSuccessAt === null ? <span className="muted">{webhooks.neverSent}</span> : <Time at={lastSuccessAt} />,
    },
    { key: 'events', title: webhooks.events, isExtra: true, render: ({ events }) => <Events events={events} /> },
  ];
}

function Name({ webhook }: { readonly webhook: Webhook }) {
  const { webhooks } = useTexts();
  const { id, url, projectId } = webhook;
  return (
    <span className="stack tight webhook-name">
      <span className="line wrap">
        <Link to="/settings/webhooks/$id" params={{ id: String(id) }}>
          <bdi dir="auto">{nameOfWebhook(webhook)}</bdi>
        </Link>
        {projectId === null ? <Chip tone="accent">{webhooks.everywhere}</Chip> : null}
      </span>
      <span className="small muted code cut webhook-url" title={url}>
        {url}
      </span>
    </span>
  );
}

function Events({ events }: { readonly events: readonly string[] }) {
  const { webhooks } = useTexts();
  const rest = events.length - SHOWN_EVENTS;
  return (
    <span className="line wrap">
      {events.slice(0, SHOWN_EVENTS).map((type) => (
        <Chip key={type}>
          <Code>{type}</Code>
        </Chip>
      ))}
      {rest > 0 ? <span className="small muted">{webhooks.more(rest)}</span> : null}
    </span>
  );
}
