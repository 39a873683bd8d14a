import type { components } from '../../../generated/api-types.ts';
import { defineCommand } from '../../command.ts';
import { usageError } from '../../errors/errors.ts';
import { unwrap } from '../../http/client.ts';
import { omitUndefined, readId, readIds } from '../../input/arguments.ts';
import { readPastTime } from '../../input/times.ts';

type Retry = components['schemas']['WebhookRetry'];

export default defineCommand<{ id: number; body: Retry }>({
  parse({ args: [id, ...deliveries], options }, { io }) {
    const time = (name: 'since' | 'until') => readPastTime(`--${name}`, options.text(name), io.now());
    const [since, until] = [time('since'), time('until')];
    if ((since === undefined) === (deliveries.length === 0))
      throw usageError(
        'Either ids of deliveries or --since is needed, but not both.',
        'list them: `diwan webhooks deliveries ID --state failed`',
      );
    if (since === undefined && until !== undefined) throw usageError('--until needs --since.');
    const body = since === undefined ? { ids: readIds(deliveries) } : { since, ...omitUndefined({ until }) };
    return { id: readId(id), body };
  },
  async run({ api, print }, { id, body }) {
    const answer = await unwrap((await api()).POST('/api/v1/admin/webhooks/{id}/retry', { params: { path: { id } }, body }));
    const told = answer.retried === 1 ? '1 delivery is' : `${answer.retried} deliveries are`;
    print.done(`${told} tried once more.`, answer);
  },
});
