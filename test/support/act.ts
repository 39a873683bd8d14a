import type { Act } from '../../server/platform/context.ts';

/** The server itself as the one who acts. */
export function systemAct(now = new Date(Date.now())): Act {
  return { actor: { kind: 'system', id: 'test' }, requestId: null, address: null, now };
}
