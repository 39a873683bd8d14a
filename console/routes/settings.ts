import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { webhookSearch } from '../screens/settings/webhooks/search.ts';
import type { Session } from '../state/session.ts';
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
  beforeLoad: forAdmins,
  component: lazyRouteComponent(() => import('../screens/settings/project/project.tsx'), 'ProjectSettings'),
});

const operators = createRoute({
  getParentRoute,
  path: 'operators',
  beforeLoad: forAdmins,
  component: lazyRouteComponent(() => import('../screens/settings/operators/operators.tsx'), 'Operators'),
});

const apiKeys = createRoute({
  getParentRoute,
  path: 'api-keys',
  beforeLoad: forAdmins,
  component: lazyRouteComponent(() => import('../screens/settings/keys/api-keys.tsx'), 'ApiKeys'),
});

const testPhones = createRoute({
  getParentRoute,
  path: 'test-phones',
  beforeLoad: forAdmins,
  component: lazyRouteComponent(() => import('../screens/settings/phones/test-phones.tsx'), 'TestPhones'),
});

const webhooks = createRoute({
  getParentRoute,
  path: 'webhooks',
  beforeLoad: forAdmins,
  component: lazyRouteComponent(() => import('../screens/settings/webhooks/webhooks.tsx'), 'Webhooks'),
});

const webhook = createRoute({
  getParentRoute,
  path: 'webhooks/$id',
  beforeLoad: forAdmins,
  validateSearch: webhookSearch,
  component: lazyRouteComponent(() => import('../screens/settings/webhooks/webhook.tsx'), 'WebhookScreen'),
});

const codes = createRoute({
  getParentRoute,
  path: 'codes',
  component: lazyRouteComponent(() => import('../screens/settings/codes/codes.tsx'), 'Codes'),
});

const account = createRoute({
  getParentRoute,
  path: 'account',
  component: lazyRouteComponent(() => import('../screens/settings/account/account.tsx'), 'Account'),
});

export const settingsScreens = settings.addChildren([project, operators, apiKeys, testPhones, webhooks, webhook, codes, account]);

/** Staff who follow a link to the settings of admins come to their own. */
function forAdmins({ context }: { readonly context: { readonly session: Session } }): void {
  const state = context.session.getState();
  if ('operator' in state && state.operator.role !== 'admin') throw redirect({ to: '/settings/account' });
}
