import type { Schemas } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Time } from '../../../ui/data/time.tsx';
import { Chip, Notice, type Tone } from '../../../ui/layout/pieces.tsx';

type Webhook = Schemas['Webhook'];
type State = Webhook['health']['state'];

const TONES: Readonly<Record<State, Tone>> = { healthy: 'good', failing: 'danger', disabled: 'warn', unknown: 'normal' };

/** Whether what is sent arrives, in one word. */
export function HealthChip({ webhook }: { readonly webhook: Webhook }) {
  const { webhooks } = useTexts();
  const { state } = webhook.health;
  return <Chip tone={TONES[state]}>{webhooks.states[state]}</Chip>;
}

interface HealthNoticeProps {
  readonly webhook: Webhook;
  readonly onSwitchOn: () => void;
  readonly isPending: boolean;
}

/** Why nothing arrives, with the way out; nothing while all is well. */
export function HealthNotice({ webhook, onSwitchOn, isPending }: HealthNoticeProps) {
  const { webhooks } = useTexts();
  const { disabledReason, disabledAt, health } = webhook;
  if (webhook.isActive)
    return health.failingSince === null ? null : (
      <Notice tone="danger" title={webhooks.states.failing}>
        {webhooks.failingSince} <Time at={health.failingSince} />
      </Notice>
    );
  const act = (
    <Button onPress={onSwitchOn} isPending={isPending}>
      {webhooks.switchOn}
    </Button>
  );
  return (
    <Notice tone={disabledReason === 'manual' ? 'warn' : 'danger'} title={webhooks.disabled[disabledReason ?? 'manual']} act={act}>
      {disabledAt === null ? null : <Time at={disabledAt} />}
    </Notice>
  );
}
