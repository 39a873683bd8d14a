import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from './frame.tsx';

/** The tabs around the roadmap and the changelog. */
const plans = createRoute({
  getParentRoute: () => signedIn,
  id: 'plans',
  component: lazyRouteComponent(() => import('../screens/plans/frame.tsx'), 'PlansFrame'),
});

const getParentRoute = () => plans;

const roadmap = createRoute({
  getParentRoute,
  path: 'roadmap',
  component: lazyRouteComponent(() => import('../screens/plans/roadmap/roadmap.tsx'), 'Roadmap'),
});

const changelog = createRoute({
  getParentRoute,
  path: 'changelog',
  component: lazyRouteComponent(() => import('../screens/plans/changelog/changelog.tsx'), 'Changelog'),
});

export const planScreens = plans.addChildren([roadmap, changelog]);
