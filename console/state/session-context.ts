import { createContext, use, useSyncExternalStore } from 'react';
import type { Operator, Session, SessionState } from './session.ts';

const SessionContext = createContext<Session | null>(null);
export const SessionProvider = SessionContext.Provider;

/** The session, for signing in and out. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('There is no <SessionProvider> around this component.');
  return session;
}

/** The state of the session; the component is rendered again when it changes. */
export function useSessionState(): SessionState {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, session.getState);
}

interface SignedInOperator extends Operator {
  /** May administer users, apps, operators and keys; staff may moderate and look. */
  readonly isAdmin: boolean;
  /** Reaches all projects. */
  readonly isOwner: boolean;
}

/** The operator who is signed in. Screens leave out what the operator may not do; the server refuses it all the same. */
export function useOperator(): SignedInOperator {
  const state = useSessionState();
  if (!('operator' in state)) throw new Error('Only screens behind the sign-in have an operator.');
  const { operator } = state;
  return { ...operator, isAdmin: operator.role === 'admin', isOwner: operator.roles.includes('owner') };
}

/** The project whose things the screens show: the one an owner chose, else the operator's own. */
export function useProjectId(): number {
  const { projectId } = useOperator();
  return useSession().project ?? projectId;
}
