import type { components } from '../../../generated/api-types.ts';
import type { Printer } from '../../output/printer.ts';
import type { Column } from '../../output/table.ts';

export type Delivery = components['schemas']['WebhookDelivery'];
type Attempt = Delivery['attempts'][number];

/** The columns of the list, with the answer to the last try. */
export function deliveryColumns({ time }: Pick<Printer, 'time'>): Column<Delivery>[] {
  const last = ({ attempts }: Delivery): Attempt | undefined => attempts.at(-1);
  return [
    { title: 'ID', value: ({ id }) => id, align: 'right' },
    { title: 'Queued', value: ({ createdAt }) => createdAt, display: ({ createdAt }) => time(createdAt) },
    { title: 'Type', value: ({ type }) => type },
    { title: 'State', value: ({ state }) => state, isStatus: true },
    { title: 'Tries', value: ({ attempts }) => attempts.length, align: 'right' },
    { title: 'Answer', value: (row) => last(row)?.status ?? last(row)?.error ?? null, isText: true },
    { title: 'ms', value: (row) => last(row)?.ms ?? null, align: 'right', dropOrder: 1 },
    { title: 'Next try', value: ({ nextAttemptAt }) => nextAttemptAt, display: ({ nextAttemptAt }) => time(nextAttemptAt), dropOrder: 2 },
    { title: 'Event', value: ({ eventId }) => eventId, dropOrder: 3 },
  ];
}

/** The columns of the tries of one delivery. */
export function attemptColumns({ time }: Pick<Printer, 'time'>): Column<Attempt>[] {
  return [
    { title: 'Time', value: ({ at }) => at, display: ({ at }) => time(at) },
    { title: 'By hand', value: ({ manual }) => (manual ? 'yes' : 'no') },
    { title: 'Status', value: ({ status }) => status, align: 'right' },
    { title: 'ms', value: ({ ms }) => ms, align: 'right' },
    { title: 'Error', value: ({ error }) => error, isText: true },
    { title: 'Answer', value: ({ body }) => body, isText: true },
  ];
}
