import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type Schemas, unwrap, useApi } from '../../../../api.ts';
import { useTexts } from '../../../../i18n/texts.tsx';
import { Button } from '../../../../ui/controls/button.tsx';
import { Pills } from '../../../../ui/controls/choices.tsx';
import { type Column, Table } from '../../../../ui/data/table.tsx';
import { Time } from '../../../../ui/data/time.tsx';
import { Card } from '../../../../ui/layout/page.tsx';
import { Chip, Code } from '../../../../ui/layout/pieces.tsx';
import { Empty, Failure, Loading } from '../../../../ui/layout/states.tsx';
import { type DeliveryState, STATE_TONES } from '../search.ts';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { RetryFailed } from './retry-failed.tsx';

type Delivery = Schemas['WebhookDelivery'];

const PAGE = 30;
const REFETCH_MS = 30_000;

/** The deliveries of a webhook, newest first. */
export function Deliveries({ webhookId }: { readonly webhookId: number }) {
  const { deliveries } = useTexts().webhooks;
  const [isRetrying, retry] = useState(false);
  return (
    <Card title={deliveries.title} note={deliveries.note} isFlush>
      <div className="inset line wrap">
        <Filter />
        <span className="end">
          <Button onPress={() => retry(true)}>{deliveries.retryFailed}</Button>
        </span>
      </div>
      <List webhookId={webhookId} />
      {isRetrying ? <RetryFailed webhookId={webhookId} onClose={() => retry(false)} /> : null}
    </Card>
  );
}

function Filter() {
  const { deliveries } = useTexts().webhooks;
  const { state } = useSearch({ from: '/signed-in/settings/webhooks/$id' });
  const navigate = useNavigate({ from: '/settings/webhooks/$id' });
  return (
    <Pills
      label={deliveries.filter}
      value={state ?? 'all'}
      options={[
        { value: 'all', label: deliveries.all },
        { value: 'waiting', label: deliveries.states.waiting },
        { value: 'delivered', label: deliveries.states.delivered },
        { value: 'failed', label: deliveries.states.failed },
      ]}
      onChange={(chosen) => void navigate({ search: chosen === 'all' ? {} : { state: chosen }, replace: true })}
    />
  );
}

function List({ webhookId }: { readonly webhookId: number }) {
  const { deliveries } = useTexts().webhooks;
  const { state } = useSearch({ from: '/signed-in/settings/webhooks/$id' });
  const [opened, open] = useState<Delivery | null>(null);
  const columns = useColumns(open);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useDeliveries(webhookId, state);
  if (data === undefined) {
    return <div className="inset">{error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading rows={5} />}</div>;
  }
  const rows = data.pages.flatMap((page) => page.data);
  if (rows.length === 0) {
    return state === undefined ? (
      <Empty title={deliveries.none}>{deliveries.noneHint}</Empty>
    ) : (
      <Empty title={deliveries.noMatch}>{deliveries.noMatchHint}</Empty>
    );
  }
  return (
    <>
      <Table label={deliveries.title} columns={columns} rows={rows} rowKey={({ id }) => id} />
      {error ? <Failure error={error} onRetry={() => void fetchNextPage()} /> : null}
      {hasNextPage ? (
        <div className="inset">
          <Button onPress={() => void fetchNextPage()} isPending={isFetchingNextPage}>
            {deliveries.older}
          </Button>
        </div>
      ) : null}
      {opened === null ? null : <DeliveryDialog webhookId={webhookId} delivery={opened} onClose={() => open(null)} />}
    </>
  );
}

function useDeliveries(id: number, state: DeliveryState | undefined) {
  const { client } = useApi();
  return useInfiniteQuery({
    queryKey: ['webhook-deliveries', id, state],
    queryFn: ({ pageParam }) => {
      const query = { limit: PAGE, ...(state === undefined ? {} : { state }), ...(pageParam === null ? {} : { before: pageParam }) };
      return unwrap(client.GET('/api/v1/admin/webhooks/{id}/deliveries', { params: { path: { id }, query } }));
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ nextBefore }) => nextBefore,
    refetchInterval: REFETCH_MS,
  });
}

function useColumns(onOpen: (delivery: Delivery) => void): readonly Column<Delivery>[] {
  const { deliveries } = useTexts().webhooks;
  return [
    {
      key: 'type',
      title: deliveries.type,
      isName: true,
      render: (delivery) => (
        <span className="event-link">
          <Button look="link" label={deliveries.open(delivery.type)} onPress={() => onOpen(delivery)}>
            <Code>{delivery.type}</Code>
          </Button>
        </span>
      ),
    },
    { key: 'state', title: deliveries.state, render: ({ state }) => <Chip tone={STATE_TONES[state]}>{deliveries.states[state]}</Chip> },
    {
      key: 'answer',
      title: deliveries.answer,
      isExtra: true,
      render: ({ attempts }) => <LastAnswer attempts={attempts} />,
    },
    { key: 'when', title: deliveries.when, render: ({ createdAt }) => <Time at={createdAt} /> },
  ];
}

function LastAnswer({ attempts }: Pick<Delivery, 'attempts'>) {
  const { deliveries } = useTexts().webhooks;
  const last = attempts.at(-1);
  if (last === undefined) return <span className="muted">–</span>;
  return last.status === null ? deliveries.noAnswer : <span className="number">{last.status}</span>;
}
