import { useNavigate } from '@tanstack/react-router';
import type { Schemas } from '../../api.ts';
import { useTexts } from '../../i18n/texts.tsx';
import { nameOfWebhook, useWebhooks } from '../../parts/webhooks.ts';
import { useOperator } from '../../state/session-context.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Time } from '../../ui/data/time.tsx';
import { Notice } from '../../ui/layout/pieces.tsx';

type Webhook = Schemas['Webhook'];

/** The webhooks that the server has switched off, with the way to each; only admins may see them. */
export function WebhookNotices() {
  const { isAdmin } = useOperator();
  const { data = [] } = useWebhooks(isAdmin);
  return data.flatMap((webhook) =>
    webhook.disabledReason === 'gone' || webhook.disabledReason === 'failing' ? <SwitchedOff key={webhook.id} webhook={webhook} /> : [],
  );
}

function SwitchedOff({ webhook }: { readonly webhook: Webhook }) {
  const { today } = useTexts();
  const navigate = useNavigate();
  const open = (): void => void navigate({ to: '/settings/webhooks/$id', params: { id: String(webhook.id) } });
  const { disabledAt, disabledReason } = webhook;
  return (
    <Notice
      tone="danger"
      title={today.webhookOff(`\u2068${nameOfWebhook(webhook)}\u2069`)}
      act={<Button onPress={open}>{today.openWebhook}</Button>}
    >
      {disabledReason === 'gone' ? today.webhookGone : today.webhookFailing}
      {disabledAt === null ? null : (
        <>
          {' · '}
          <Time at={disabledAt} />
        </>
      )}
    </Notice>
  );
}
