import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { flagSearch } from '../screens/apps/flags/search.ts';
import { historySearch } from '../screens/apps/history/search.ts';
import { signedIn } from './frame.tsx';

export const apps = createRoute({
  getParentRoute: () => signedIn,
  path: 'apps',
  component: lazyRouteComponent(() => import('../screens/apps/apps.tsx'), 'Apps'),
});

/** The tabs around the screens of one app. */
const app = createRoute({
  getParentRoute: () => signedIn,
  path: 'apps/$slug',
  component: lazyRouteComponent(() => import('../screens/apps/frame.tsx'), 'AppFrame'),
});

const getParentRoute = () => app;

const overview = createRoute({
  getParentRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../screens/apps/overview.tsx'), 'Overview'),
});

const releases = createRoute({
  getParentRoute,
  path: 'releases',
  component: lazyRouteComponent(() => import('../screens/apps/releases/releases.tsx'), 'Releases'),
});

const release = createRoute({
  getParentRoute,
  path: 'releases/$id',
  component: lazyRouteComponent(() => import('../screens/apps/releases/release.tsx'), 'Release'),
});

const flags = createRoute({
  getParentRoute,
  path: 'flags',
  validateSearch: flagSearch,
  component: lazyRouteComponent(() => import('../screens/apps/flags/flags.tsx'), 'Flags'),
});

const flag = createRoute({
  getParentRoute,
  path: 'flags/$key',
  component: lazyRouteComponent(() => import('../screens/apps/flags/flag.tsx'), 'Flag'),
});

const maintenance = createRoute({
  getParentRoute,
  path: 'maintenance',
  component: lazyRouteComponent(() => import('../screens/apps/maintenance/maintenance.tsx'), 'Maintenance'),
});

const history = createRoute({
  getParentRoute,
  path: 'history',
  validateSearch: historySearch,
  component: lazyRouteComponent(() => import('../screens/apps/history/history.tsx'), 'History'),
});

export const appScreens = app.addChildren([overview, releases, release, flags, flag, maintenance, history]);
