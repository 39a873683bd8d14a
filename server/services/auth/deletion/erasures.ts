import { randomUUID } from 'node:crypto';
import { Op } from 'sequelize';
import { AccountDeletion } from '../../../../models/auth/AccountDeletion.ts';
import { User } from '../../../../models/auth/User.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type FixedDelayWork, runWithFixedDelay } from '../../../platform/concurrency/fixed-delay.ts';
import { recordAudit } from '../../../platform/db/records/audit.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import type { ErasedPerson, ErasureStep } from '../../../platform/erasure.ts';
import type { Auth } from '../auth.ts';
import { deleteLatePhoneData } from '../otp/delete-phone-data.ts';
import { countUserChange } from '../search/user-counts.ts';
import { findByPhone, lockUser } from '../users/users.ts';
import { anonymiseUser, BEGUN, WAITING } from './tombstone.ts';

/**
 * Erases accounts step by step, in small transactions. Each of them also stores how far the erasure is, so that after a crash another run
 * goes on there. A run holds the account by a lease that each part prolongs; a run that lost it changes nothing more.
 */

const POLL_MS = 1_000;
/** Another process takes over this long after a crash. */
const LEASE_MS = 5_000;
/** A request that began before the sessions ended may still write: the steps run once more after this time. */
const SETTLE_MS = 10_000;
/** Longer than a request may take. */
const REQUEST_MS = 5_000;

export interface ErasureDeps {
  readonly auth: Auth;
  readonly clock: Clock;
  readonly steps: readonly ErasureStep[];
  /** Makes what was deleted unreadable in the files of an embedded database. */
  readonly wipe: () => Promise<void>;
}

/** Erases what is due in the background. */
export function startErasures(deps: ErasureDeps, firstDelayMs: number): FixedDelayWork {
  const poll = async (stopping: AbortSignal): Promise<void> => {
    await eraseDueAccounts(deps, () => !stopping.aborted);
  };
  return runWithFixedDelay(poll, { name: 'erasure of accounts', log: deps.auth.db.log, delayMs: POLL_MS, firstDelayMs });
}

/** Erases every account that is due, as far as it may, and resolves to the number of accounts of which nothing is left. */
export async function eraseDueAccounts(deps: ErasureDeps, mayContinue: () => boolean = () => true): Promise<number> {
  let erased = 0;
  while (mayContinue()) {
    const held = await claimNext(deps);
    if (held === null) break;
    if (await eraseAccount(deps, held, mayContinue)) erased += 1;
  }
  if (erased > 0) await deps.wipe();
  return erased;
}

interface Held {
  readonly userId: string;
  readonly projectId: number;
  readonly lease: string;
}

async function claimNext(deps: ErasureDeps): Promise<Held | null> {
  const { auth, clock } = deps;
  const { db } = auth;
  const now = clock.now();
  const due = { dueAt: { [Op.lte]: now } };
  const next = await db.model(AccountDeletion).findOne({ where: due, order: ['dueAt'], acrossProjects: true });
  if (next === null) return null;
  const { userId, projectId } = next;
  const lease = randomUUID();
  const [claimed] = await db.model(AccountDeletion).update({ lease, dueAt: leaseEnd(now) }, { where: { userId, projectId, ...due } });
  return claimed === 1 ? { userId, projectId, lease } : claimNext(deps);
}

function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}

type Outcome = 'more' | 'released' | 'done';

/** Resolves to whether nothing is left. */
async function eraseAccount(deps: ErasureDeps, held: Held, mayContinue: () => boolean): Promise<boolean> {
  // an inactive project, too, loses the data of its users
  const project = await deps.auth.findProject(held.projectId);
  const content = project?.settings.erasedContent ?? 'anonymise';
  for (;;) {
    const outcome = await inTransaction(deps.auth.db, () => eraseNext(deps, held, content));
    if (outcome !== 'more') return outcome === 'done';
    if (!mayContinue()) return false;
  }
}

/** The user is locked before the row of the deletion, as by a restore. */
async function eraseNext({ auth, clock, steps }: ErasureDeps, held: Held, content: ErasedPerson['content']): Promise<Outcome> {
  const { userId, projectId, lease } = held;
  const now = clock.now();
  const user = await lockUser(auth.db, { id: userId, projectId });
  const deletion = await auth.db.model(AccountDeletion).findOne({ where: { userId, projectId, lease }, lock: true });
  if (deletion === null) return 'released';
  if (deletion.step === WAITING) {
    await countUserChange(auth.db, user, () => anonymiseUser({ service: auth, now }, user));
    return 'released';
  }
  const { email, emailProved: isEmailProved, position } = deletion;
  // a step that this release does not have: all of them are harmless to repeat
  const at = Math.max(
    0,
    steps.findIndex(({ name }) => name === deletion.step),
  );
  const isBegun = steps[at]?.name === deletion.step;
  const person = { userId, projectId, email, isEmailProved, content, now };
  const reached = (await steps[at]?.erasePart(person, isBegun ? position : '')) ?? null;
  const next = reached === null ? steps[at + 1] : steps[at];
  if (next === undefined) return finish(auth, deletion, now);
  await deletion.update({ step: next.name, position: reached ?? '', dueAt: leaseEnd(now) });
  return 'more';
}

async function finish(auth: Auth, deletion: AccountDeletion, now: Date): Promise<Outcome> {
  const { userId, projectId, begunAt } = deletion;
  const settledAt = new Date(begunAt.getTime() + SETTLE_MS);
  if (settledAt > now) {
    await deletion.update({ step: BEGUN, position: '', lease: null, dueAt: settledAt });
    return 'released';
  }
  await eraseLatePhoneData(auth, deletion);
  await deletion.destroy();
  const act = { actor: { kind: 'system', id: 'erasure' }, requestId: null, address: null, now } as const;
  const user = await auth.db.model(User).findOne({ attributes: ['revision'], where: { id: userId, projectId } });
  const revision = user?.revision ?? null;
  await recordAudit(auth.db, act, { projectId, action: 'user.erased', subject: `user:${userId}`, revision });
  return 'done';
}

/** Not when another user has registered the phone meanwhile. */
async function eraseLatePhoneData(auth: Auth, { projectId, phone, begunAt }: AccountDeletion): Promise<void> {
  if (phone === null || (await findByPhone(auth.db, projectId, phone)) !== null) return;
  await deleteLatePhoneData(auth, { projectId, phone, until: new Date(begunAt.getTime() + REQUEST_MS) });
}
