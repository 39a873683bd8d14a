import type { Session } from '../../../models/auth/Session.ts';
import type { SessionBody } from '../../schemas/auth/sessions.ts';

export function presentSession(session: Session, currentId: string): SessionBody {
  const { id, device, createdAt, rotatedAt, address } = session;
  return { id, device, createdAt: createdAt.toISOString(), lastUsedAt: rotatedAt.toISOString(), address, current: id === currentId };
}
