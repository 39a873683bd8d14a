import { Op } from 'sequelize';
import { AccountDeletion } from '../../../../models/auth/AccountDeletion.ts';
import { AttemptLock } from '../../../../models/auth/AttemptLock.ts';
import type { SentCode } from '../../../../models/auth/SentCode.ts';
import { Session } from '../../../../models/auth/Session.ts';
import { projectIdOf } from '../../../platform/context.ts';
import { PHONE_KINDS } from '../attempts/lock-key.ts';
import type { AuthContext } from '../auth.ts';
import { WAITING } from '../deletion/tombstone.ts';
import { cooldownOf } from '../otp/otp-cooldown.ts';
import { latestCodes } from '../otp/sent-codes.ts';
import { findUser } from './users.ts';

export type LockName = 'password' | 'code' | 'account';

/** The state that tells an operator why a user cannot sign in. */
export interface UserSecurity {
  /** The live ones, the last used one first. */
  readonly sessions: readonly Session[];
  /** One of each kind, with the latest end. */
  readonly locks: readonly { readonly kind: LockName; readonly until: Date }[];
  /** When the next code may be sent; null for now. */
  readonly cooldownUntil: Date | null;
  readonly lastLoginAt: Date | null;
  readonly codes: readonly SentCode[];
  readonly deletion: { readonly requestedAt: Date; readonly deletesAt: Date } | null;
}

const MAX_SESSIONS = 100;
const NAMES: Readonly<Record<(typeof PHONE_KINDS)[number], LockName>> = {
  password: 'password',
  otp: 'code',
  account_password: 'account',
  account_otp: 'account',
};

/** @throws ApiError 404 `user_not_found` */
export async function findUserSecurity(ctx: AuthContext, id: string): Promise<UserSecurity> {
  const { id: userId, projectId, phoneKey, lastLoginAt } = await findUser(ctx.db, projectIdOf(ctx), id);
  const sessions = await ctx.db.model(Session).findAll({
    where: { userId, projectId, revokedAt: null, expiresAt: { [Op.gt]: ctx.now } },
    order: [
      ['rotatedAt', 'DESC'],
      ['id', 'ASC'],
    ],
    limit: MAX_SESSIONS,
  });
  const waiting = await ctx.db.model(AccountDeletion).findOne({ where: { userId, projectId, step: WAITING } });
  const deletion = waiting === null ? null : { requestedAt: waiting.begunAt, deletesAt: waiting.dueAt };
  // the phone of a deleted user may belong to another user now
  if (phoneKey === null) return { sessions, lastLoginAt, deletion, locks: [], codes: [], cooldownUntil: null };
  const ofPhone = { projectId, phone: phoneKey };
  const [locks, cooldownUntil] = [await locksOf(ctx, ofPhone), await cooldownEnd(ctx, ofPhone)];
  return { sessions, lastLoginAt, deletion, locks, cooldownUntil, codes: await latestCodes(ctx, ofPhone) };
}

interface PhoneKey {
  readonly projectId: number;
  readonly phone: string;
}

/** Those of the phone and of its known devices, which `unlock` lifts together. */
async function locksOf({ db, now }: AuthContext, { projectId, phone }: PhoneKey): Promise<UserSecurity['locks']> {
  const until = new Map<LockName, Date>();
  for (const column of ['subject', 'account'] as const)
    for (const { kind, lockedUntil } of await db
      .model(AttemptLock)
      .findAll({ where: { projectId, kind: [...PHONE_KINDS], [column]: phone, lockedUntil: { [Op.gt]: now } } })) {
      const name = NAMES[kind as keyof typeof NAMES];
      const known = until.get(name);
      if (lockedUntil !== null && (known === undefined || lockedUntil > known)) until.set(name, lockedUntil);
    }
  return [...until].map(([kind, end]) => ({ kind, until: end }));
}

async function cooldownEnd({ service, now }: AuthContext, key: PhoneKey): Promise<Date | null> {
  const waits = [
    await cooldownOf(service, { ...key, requester: 'anyone' }, now),
    await cooldownOf(service, { ...key, requester: 'device' }, now),
  ];
  const seconds = Math.max(...waits);
  return seconds === 0 ? null : new Date(now.getTime() + seconds * 1_000);
}
