import type { Session } from '../../../models/auth/Session.ts';
import type { SessionBody } from '../../schemas/auth/sessions.ts';

export function presentSession(session: Session, currentId: string): SessionBody {
  return { ...presentSessionOf(session), current: session.id === currentId };
}

/** A session of somebody else. */
export function presentSessionOf({ id, device, createdAt, rotatedAt, address }: Session): Omit<SessionBody, 'current'> {
  return { id, device, createdAt: createdAt.toISOString(), lastUsedAt: rotatedAt.toISOString(), address };
}
