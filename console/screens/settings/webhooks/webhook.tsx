import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { type Schemas, useApi } from '../../../api.ts';
import { useFormat, useTexts } from '../../../i18n/texts.tsx';
import { nameOfWebhook } from '../../../parts/webhooks.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Menu, type MenuGroup } from '../../../ui/controls/menu.tsx';
import { Time } from '../../../ui/data/time.tsx';
import { Card, Page } from '../../../ui/layout/page.tsx';
import { Chip, Code, Facts } from '../../../ui/layout/pieces.tsx';
import { Failure, Loading } from '../../../ui/layout/states.tsx';
import { RemoveWebhook, RotateSecret, SwitchOff, useSwitch } from './acts.tsx';
import { ChangeWebhook } from './change-webhook.tsx';
import { Deliveries } from './deliveries/deliveries.tsx';
import { HealthChip, HealthNotice } from './health.tsx';
import { TestDialog } from './test-dialog.tsx';

type Webhook = Schemas['Webhook'];

const DIALOGS = { test: TestDialog, change: ChangeWebhook, rotate: RotateSecret, off: SwitchOff, remove: RemoveWebhook } as const;
type DialogName = keyof typeof DIALOGS;

const REFETCH_MS = 30_000;

/** One webhook: whether it works, what was sent, and all that can be done with it. */
export function WebhookScreen() {
  const { webhooks } = useTexts();
  const { id } = useParams({ from: '/signed-in/settings/webhooks/$id' });
  const { data, error, refetch } = useApi().useQuery(
    'get',
    '/api/v1/admin/webhooks/{id}',
    { params: { path: { id: Number(id) } } },
    { refetchInterval: REFETCH_MS },
  );
  if (data === undefined) {
    return <Page title={webhooks.title}>{error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading rows={6} />}</Page>;
  }
  return <Shown webhook={data} />;
}

function Shown({ webhook }: { readonly webhook: Webhook }) {
  const { webhooks } = useTexts();
  const [open, setOpen] = useState<DialogName | null>(null);
  const switchOn = useSwitch(() => {});
  const menu = useMenu(webhook, setOpen);
  const Opened = open === null ? null : DIALOGS[open];
  const acts = (
    <>
      <Button look="primary" onPress={() => setOpen('test')}>
        {webhooks.test.act}
      </Button>
      <Button onPress={() => setOpen('change')}>{webhooks.change}</Button>
      <Menu groups={[{ id: webhooks.acts, acts: menu }]}>{webhooks.acts}</Menu>
    </>
  );
  return (
    <Page title={nameOfWebhook(webhook)} isUserText note={<HealthChip webhook={webhook} />} acts={acts}>
      <HealthNotice
        webhook={webhook}
        onSwitchOn={() => switchOn.mutate({ params: { path: { id: webhook.id } }, body: { isActive: true } })}
        isPending={switchOn.isPending}
      />
      {switchOn.error ? <Failure error={switchOn.error} /> : null}
      <Card title={webhooks.about}>
        <About webhook={webhook} />
      </Card>
      <Deliveries webhookId={webhook.id} />
      {Opened === null ? null : <Opened webhook={webhook} onClose={() => setOpen(null)} />}
    </Page>
  );
}

function useMenu({ isActive }: Webhook, open: (dialog: DialogName) => void): MenuGroup['acts'] {
  const { webhooks } = useTexts();
  return [
    { id: 'rotate', label: webhooks.secret.rotate, onAct: () => open('rotate') },
    ...(isActive ? [{ id: 'off', label: webhooks.switchOff, onAct: () => open('off'), isDanger: true }] : []),
    { id: 'remove', label: webhooks.remove, onAct: () => open('remove'), isDanger: true },
  ];
}

function About({ webhook }: { readonly webhook: Webhook }) {
  const { webhooks } = useTexts();
  const format = useFormat();
  const { facts, form } = webhooks;
  const { url, events, health, content, projectId, createdAt } = webhook;
  const language = webhook.format === 'slack' ? ` · ${form.languages[webhook.language]}` : '';
  return (
    <Facts
      facts={[
        [webhooks.address, <Code key="url">{url}</Code>],
        [
          webhooks.events,
          <span key="events" className="line wrap">
            {events.map((type) => (
              <Chip key={type}>
                <Code>{type}</Code>
              </Chip>
            ))}
          </span>,
        ],
        [webhooks.lastSuccess, health.lastSuccessAt === null ? webhooks.neverSent : <Time key="success" at={health.lastSuccessAt} />],
        [webhooks.lastFailure, health.lastFailureAt === null ? null : <Time key="failure" at={health.lastFailureAt} />],
        [facts.format, `${form.formats[webhook.format]}${language}`],
        [facts.content, content ? facts.yes : facts.no],
        [facts.reach, projectId === null ? form.allProjects : null],
        [facts.created, format.date(createdAt)],
      ]}
    />
  );
}
