import { type CommandContext, defineCommand } from '../../command.ts';
import { usageError } from '../../errors/errors.ts';
import { unwrap } from '../../http/client.ts';
import { readNewest } from '../../http/pages.ts';
import { omitUndefined, readId } from '../../input/arguments.ts';
import { readRange } from '../../input/list-range.ts';
import { attemptColumns, type Delivery, deliveryColumns } from './delivery-columns.ts';
import { STATES } from './fields.ts';

interface DeliveriesOptions {
  readonly id: number;
  /** One delivery with its tries; undefined for the list. */
  readonly deliveryId: number | undefined;
  readonly filters: { readonly state?: Delivery['state']; readonly type?: string };
  /** Infinity for every row. */
  readonly limit: number;
}

export default defineCommand<DeliveriesOptions>({
  parse({ args: [id, deliveryId], options }) {
    const filters = omitUndefined({ state: options.choice('state', STATES), type: options.text('type') });
    if (deliveryId !== undefined && Object.keys(filters).length > 0)
      throw usageError('--state and --type are for the list, not for one delivery.', 'leave them out');
    return {
      id: readId(id),
      deliveryId: deliveryId === undefined ? undefined : readId(deliveryId),
      filters,
      limit: readRange(options).limit,
    };
  },
  async run(context, { id, deliveryId, filters, limit }) {
    if (deliveryId !== undefined) return showOne(context, { id, deliveryId });
    const { api, print } = context;
    const { data, nextBefore } = await readNewest(context, limit, async (range) =>
      unwrap((await api()).GET('/api/v1/admin/webhooks/{id}/deliveries', { params: { path: { id }, query: { ...filters, ...range } } })),
    );
    print.rows(deliveryColumns(print), data, { data, nextBefore });
    if (print.isForPeople && nextBefore !== null) print.note(print.colors.dim(`${data.length} rows; --limit and --all show more`));
  },
});

/** The tries as rows; for people also the body that is sent. */
async function showOne({ api, print }: CommandContext, path: { id: number; deliveryId: number }): Promise<void> {
  const { data } = await unwrap((await api()).GET('/api/v1/admin/webhooks/{id}/deliveries/{deliveryId}', { params: { path } }));
  if (print.isForPeople) print.note(`${data.type} ${data.eventId}: ${data.state}\n${data.request ?? 'The event is gone.'}`);
  print.rows(attemptColumns(print), data.attempts, data);
}
