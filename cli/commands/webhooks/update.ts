import type { components } from '../../../generated/api-types.ts';
import { defineCommand } from '../../command.ts';
import { usageError } from '../../errors/errors.ts';
import { unwrap } from '../../http/client.ts';
import { omitUndefined, readId } from '../../input/arguments.ts';
import { fieldsOf } from './fields.ts';

type Changes = components['schemas']['WebhookPatch'];

export default defineCommand<{ id: number; changes: Changes }>({
  parse({ args: [id], options }) {
    const rest = { url: options.text('to'), events: options.texts('events'), isActive: options.either('active', 'inactive') };
    const changes = { ...fieldsOf(options), ...omitUndefined(rest) };
    if (Object.keys(changes).length === 0)
      throw usageError('Nothing to change: no option was given.', 'list the options: `diwan webhooks update --help`');
    return { id: readId(id), changes };
  },
  async run({ api, print }, { id, changes: body }) {
    const webhook = await unwrap((await api()).PUT('/api/v1/admin/webhooks/{id}', { params: { path: { id } }, body }));
    const told = body.isActive === undefined ? 'changed' : body.isActive ? 'switched on' : 'switched off';
    print.done(`Webhook ${id} ${told}.`, webhook);
  },
});
