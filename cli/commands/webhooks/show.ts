import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { readId } from '../../input/arguments.ts';
import { stateOf } from './fields.ts';

export default defineCommand<{ id: number }>({
  parse: ({ args: [id] }) => ({ id: readId(id) }),
  async run({ api, print }, path) {
    const webhook = await unwrap((await api()).GET('/api/v1/admin/webhooks/{id}', { params: { path } }));
    const { health } = webhook;
    print.record(
      [
        ['ID', webhook.id],
        ['State', stateOf(webhook), 'status'],
        ['URL', webhook.url],
        ['Events', webhook.events.join(', ')],
        ['Description', webhook.description ?? 'none'],
        ['Format', webhook.format === 'slack' ? `slack, in ${webhook.language}` : webhook.format],
        ['Texts of people', webhook.content ? 'sent' : 'left out'],
        ['Project', webhook.projectId ?? 'all'],
        ['Last success', print.time(health.lastSuccessAt) || 'never'],
        ['Last failure', print.time(health.lastFailureAt) || 'never'],
        ['Failing since', print.time(health.failingSince) || 'not failing'],
        ['Switched off', print.time(webhook.disabledAt) || 'no'],
        ['Created', print.time(webhook.createdAt)],
        ['Updated', print.time(webhook.updatedAt)],
      ],
      webhook,
    );
  },
});
