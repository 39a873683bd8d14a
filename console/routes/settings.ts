import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from './frame.tsx';

/** The tabs around the settings. */
const settings = createRoute({
  getParentRoute: () => signedIn,
  path: 'settings',
  component: lazyRouteComponent(() => import('../screens/settings/frame.tsx'), 'SettingsFrame'),
});

const getParentRoute = () => settings;

const project = createRoute({
  getParentRoute,
  path: 'project',
  component: lazyRouteComponent(() => import('../screens/settings/project/project.tsx'), 'ProjectSettings'),
});

const operators = createRoute({
  getParentRoute,
  path: 'operators',
  component: lazyRouteComponent(() => import('../screens/settings/operators/operators.tsx'), 'Operators'),
});

const apiKeys = createRoute({
  getParentRoute,
  path: 'api-keys',
  component: lazyRouteComponent(() => import('../screens/settings/keys/api-keys.tsx'), 'ApiKeys'),
});

const testPhones = createRoute({
  getParentRoute,
  path: 'test-phones',
  component: lazyRouteComponent(() => import('../screens/settings/phones/test-phones.tsx'), 'TestPhones'),
});

const account = createRoute({
  getParentRoute,
  path: 'account',
  component: lazyRouteComponent(() => import('../screens/settings/account/account.tsx'), 'Account'),
});

export const settingsScreens = settings.addChildren([project, operators, apiKeys, testPhones, account]);
