import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, lazyRouteComponent, Outlet, redirect, retainSearchParams } from '@tanstack/react-router';
import type { Book } from '../i18n/texts.tsx';
import { signInSearch } from '../screens/session/search.ts';
import { Shell } from '../shell/shell.tsx';
import type { Session } from '../state/session.ts';

export interface RouteContext {
  readonly session: Session;
  readonly queries: QueryClient;
  readonly book: Book;
}

/** All addresses keep `?project=`, the project that an owner has chosen. */
export const root = createRootRouteWithContext<RouteContext>()({
  component: Outlet,
  validateSearch: projectSearch,
  search: { middlewares: [retainSearchParams(['project'])] },
  beforeLoad: ({ search, context: { session, queries } }) => {
    // the data that screens have read belongs to the project before
    if (session.chooseProject(search.project ?? null)) queries.clear();
  },
});

/** The frame of every screen behind the sign-in. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
  beforeLoad: async ({ location, context: { session, book } }) => {
    if (session.getState().phase === 'out') throw redirect({ to: '/sign-in', search: { next: location.href } });
    if (location.pathname !== '/') await book.complete();
  },
});

export const signIn = createRoute({
  getParentRoute: () => root,
  path: 'sign-in',
  validateSearch: signInSearch,
  component: lazyRouteComponent(() => import('../screens/session/sign-in.tsx'), 'SignInPage'),
});

export const forgot = createRoute({
  getParentRoute: () => root,
  path: 'forgot',
  component: lazyRouteComponent(() => import('../screens/session/forgot.tsx'), 'ForgotPage'),
});

export const invite = createRoute({
  getParentRoute: () => root,
  path: 'invite',
  component: lazyRouteComponent(() => import('../screens/session/set-password.tsx'), 'InvitePage'),
});

export const reset = createRoute({
  getParentRoute: () => root,
  path: 'reset',
  component: lazyRouteComponent(() => import('../screens/session/set-password.tsx'), 'ResetPage'),
});

function projectSearch({ project }: Record<string, unknown>): { project?: number } {
  return typeof project === 'number' && Number.isSafeInteger(project) && project > 0 ? { project } : {};
}
