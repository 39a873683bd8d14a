import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Schemas, useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { nameOfWebhook } from '../../../parts/webhooks.ts';
import { ActDialog } from '../../../ui/overlays/act-dialog.tsx';
import { useToast } from '../../../ui/overlays/toast.tsx';
import { SecretDialog } from './secret-dialog.tsx';

interface ActProps {
  readonly webhook: Schemas['Webhook'];
  readonly onClose: () => void;
}

/** Asks, makes a new secret and shows it once. */
export function RotateSecret({ webhook, onClose }: ActProps) {
  const { secret } = useTexts().webhooks;
  const rotate = useApi().useMutation('post', '/api/v1/admin/webhooks/{id}/rotate-secret');
  if (rotate.data !== undefined) return <SecretDialog secret={rotate.data.secret} onClose={onClose} />;
  return (
    <ActDialog
      title={secret.rotate}
      act={secret.rotate}
      state={rotate}
      onAct={() => rotate.mutate({ params: { path: { id: webhook.id } } })}
      onClose={onClose}
    >
      <p>{secret.rotateLead}</p>
    </ActDialog>
  );
}

/** Asks before nothing is sent any more. */
export function SwitchOff({ webhook, onClose }: ActProps) {
  const { webhooks } = useTexts();
  const change = useSwitch(onClose);
  return (
    <ActDialog
      title={<bdi>{nameOfWebhook(webhook)}</bdi>}
      act={webhooks.switchOff}
      state={change}
      onAct={() => change.mutate({ params: { path: { id: webhook.id } }, body: { isActive: false } })}
      onClose={onClose}
      isDanger
    >
      <p>{webhooks.offLead}</p>
    </ActDialog>
  );
}

/** Switches a webhook on or off, and says so. */
export function useSwitch(onDone: () => void) {
  const { webhooks } = useTexts();
  const toast = useToast();
  const queries = useQueryClient();
  return useApi().useMutation('put', '/api/v1/admin/webhooks/{id}', {
    onSuccess: async ({ isActive }) => {
      await queries.invalidateQueries();
      toast({ text: isActive ? webhooks.switchedOn : webhooks.switchedOff });
      onDone();
    },
  });
}

/** Asks before a webhook goes with all its deliveries, which cannot be undone. */
export function RemoveWebhook({ webhook, onClose }: ActProps) {
  const { webhooks } = useTexts();
  const toast = useToast();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const remove = useApi().useMutation('delete', '/api/v1/admin/webhooks/{id}', {
    onSuccess: async () => {
      toast({ text: webhooks.removed });
      await navigate({ to: '/settings/webhooks' });
      await queries.invalidateQueries();
    },
  });
  return (
    <ActDialog
      title={<bdi>{nameOfWebhook(webhook)}</bdi>}
      act={webhooks.removeAct}
      state={remove}
      onAct={() => remove.mutate({ params: { path: { id: webhook.id } } })}
      onClose={onClose}
      isDanger
    >
      <p>{webhooks.removeLead}</p>
    </ActDialog>
  );
}
