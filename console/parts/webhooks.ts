import { type Schemas, useApi } from '../api.ts';
import { useProjectId } from '../state/session-context.ts';

type Webhook = Schemas['Webhook'];

/** The webhooks of the project, and for an owner those of all projects together; only admins may ask. */
export function useWebhooks(isEnabled = true) {
  const projectId = useProjectId();
  return useApi().useQuery(
    'get',
    '/api/v1/admin/webhooks',
    {},
    {
      enabled: isEnabled,
      select: (webhooks: readonly Webhook[]) => webhooks.filter((webhook) => webhook.projectId === null || webhook.projectId === projectId),
    },
  );
}

/** The name of a webhook for people: its description, or the host of its address. */
export function nameOfWebhook({ description, url }: Pick<Webhook, 'description' | 'url'>): string {
  return description ?? /^https?:\/\/([^/?#]+)/.exec(url)?.[1] ?? url;
}
