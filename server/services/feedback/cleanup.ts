import type { MayContinue, SharedWork } from '../../platform/concurrency/shared-work.ts';
import { purgeIdempotencyKeys } from '../../platform/db/records/idempotency.ts';
import { purgeMails } from '../../platform/mail/purge.ts';
import { finishDeferredDeletes } from './deferred-deletes.ts';
import type { FeedbackDeps } from './deps.ts';
import { purgeInbox } from './inbox/inbox.ts';
import { purgePostBroadcasts } from './mail/post-broadcasts.ts';
import { purgeRefusals } from './moderation/refusals.ts';

/** Continues deferred deletes; deletes mails and broadcasts 30 days after their end, and old inbox items, refusals and idempotency keys. */
export function feedbackCleanup({ db, clock }: FeedbackDeps): SharedWork {
  const logged = (message: string) => (error: unknown) => db.log.error({ err: error }, message);
  const run = async (mayContinue: MayContinue): Promise<void> => {
    await finishDeferredDeletes(db, mayContinue).catch(logged('finishing deferred deletes failed'));
    await purgeMails(db, clock.now(), mayContinue).catch(logged('deleting old mails failed'));
    await purgePostBroadcasts(db, clock.now(), mayContinue).catch(logged('deleting old broadcasts failed'));
    await purgeInbox(db, clock.now(), mayContinue).catch(logged('deleting old inbox items failed'));
    await purgeRefusals(db, clock.now(), mayContinue).catch(logged('deleting old refusals failed'));
    await purgeIdempotencyKeys(db, clock.now(), mayContinue).catch(logged('deleting old idempotency keys failed'));
  };
  return { name: 'feedback cleanup', clock, run };
}
