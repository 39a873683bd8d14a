import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { auditSearch } from '../screens/audit/search.ts';
import { moderationSearch } from '../screens/moderation/search.ts';
import { usersSearch } from '../screens/users/search.ts';
import { signedIn } from './frame.tsx';

const getParentRoute = () => signedIn;

export const today = createRoute({
  getParentRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../screens/today/today.tsx'), 'Today'),
});

export const moderation = createRoute({
  getParentRoute,
  path: 'moderation',
  validateSearch: moderationSearch,
  component: lazyRouteComponent(() => import('../screens/moderation/moderation.tsx'), 'Moderation'),
});

export const users = createRoute({
  getParentRoute,
  path: 'users',
  validateSearch: usersSearch,
  component: lazyRouteComponent(() => import('../screens/users/users.tsx'), 'Users'),
});

export const user = createRoute({
  getParentRoute,
  path: 'users/$id',
  component: lazyRouteComponent(() => import('../screens/users/user.tsx'), 'User'),
});

export const audit = createRoute({
  getParentRoute,
  path: 'audit',
  validateSearch: auditSearch,
  component: lazyRouteComponent(() => import('../screens/audit/audit.tsx'), 'Audit'),
});
