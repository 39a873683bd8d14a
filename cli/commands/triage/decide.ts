import type { components } from '../../../generated/api-types.ts';
import type { CommandContext } from '../../command.ts';
import { CliError, EXIT } from '../../errors/errors.ts';
import { hintFor } from '../../errors/hints.ts';
import { unwrap } from '../../http/client.ts';
import { omitUndefined } from '../../input/arguments.ts';
import { resolve } from '../reports/resolve.ts';
import type { Queue, TriageItem, Waiting } from './items.ts';

type Decision = components['schemas']['ModerationDecision'];

/** A decision that the moderator can make with one key. */
export interface Action {
  readonly key: string;
  readonly name: string;
  /** The state after it. */
  readonly state: Decision['status'] | 'dismissed';
  /** The past tense, for the sentence after it and for the counts. */
  readonly done: string;
  readonly hasReason: boolean;
}

const APPROVE = { key: 'a', name: 'approve', done: 'approved', hasReason: false };
const REMOVE: Action = { key: 'r', name: 'remove', done: 'removed', state: 'removed', hasReason: true };
const ON_STATES: readonly Action[] = [
  { ...APPROVE, state: 'visible' },
  { key: 'h', name: 'hide', done: 'hidden', state: 'hidden', hasReason: true },
  REMOVE,
];

export const ACTIONS: Readonly<Record<Queue, readonly Action[]>> = {
  reviews: [
    { ...APPROVE, state: 'approved' },
    { key: 'r', name: 'reject', done: 'rejected', state: 'rejected', hasReason: true },
  ],
  posts: ON_STATES,
  comments: ON_STATES,
  reports: [{ key: 'd', name: 'dismiss the reports', done: 'dismissed', state: 'dismissed', hasReason: false }, REMOVE],
};

/** `changed`: the text is another one, or the record is gone. `same`: another moderator has just decided in the same way. */
export type Result = 'done' | 'changed' | 'same';

/** Decides on the text that the moderator read: the server refuses the decision when the author has changed it. */
export async function decide(
  context: CommandContext,
  item: TriageItem,
  { state, reason }: Pick<Action, 'state'> & { reason?: string | undefined },
) {
  if (item.queue !== 'reports' && state !== 'dismissed')
    return setStatus(context, item, { status: state, reason, contentHash: item.content?.contentHash });
  const resolution = state === 'removed' ? 'removed' : 'dismissed';
  return resolve(context, item, { resolution, reason, contentHash: item.content?.contentHash }).then(
    (): Result => 'done',
    (error: unknown): Result => {
      if (error instanceof CliError && ['content_changed', 'report_not_found'].includes(error.info.code)) return 'changed';
      throw error;
    },
  );
}

/** Takes a decision back, so that the record waits again; the case of its reports is opened again if it was open. */
export async function takeBack(context: CommandContext, item: TriageItem, { hadOpenReports }: { hadOpenReports: boolean }): Promise<void> {
  if (hadOpenReports) await resolve(context, item, { resolution: 'open' });
  if (item.queue !== 'reports') await setStatus(context, item, { status: 'pending' });
}

interface StatusChange {
  readonly status: Decision['status'];
  readonly reason?: string | undefined;
  readonly contentHash?: string | undefined;
}

async function setStatus(context: CommandContext, { entityType, entityId }: Waiting, change: StatusChange): Promise<Result> {
  const { status, ...more } = change;
  const items: Decision[] = [{ entityType, id: entityId, status, ...omitUndefined(more) }];
  const { results } = await unwrap((await context.api()).POST('/api/v1/admin/moderation/decisions', { body: { items } }));
  const { outcome, code = 'unexpected' } = results[0] ?? { outcome: 'failed' };
  if (outcome !== 'failed') return outcome === 'done' ? 'done' : 'same';
  if (code === 'content_changed' || code === `${entityType}_not_found`) return 'changed';
  const message = `The server refused the decision on ${entityType} ${entityId}.`;
  throw new CliError({ exit: EXIT.failed, code, message, hint: hintFor(code) });
}
