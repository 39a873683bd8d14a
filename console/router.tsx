import { createRouter } from '@tanstack/react-router';
import { appScreens, apps } from './routes/apps.ts';
import { forgot, invite, type RouteContext, reset, root, signedIn, signIn } from './routes/frame.tsx';
import { audit, moderation, today, user, users } from './routes/people.ts';
import { planScreens } from './routes/plans.ts';
import { settingsScreens } from './routes/settings.ts';
import { Crash, NotFound } from './shell/faults.tsx';

const routeTree = root.addChildren([
  signIn,
  forgot,
  invite,
  reset,
  signedIn.addChildren([today, moderation, users, user, apps, appScreens, planScreens, audit, settingsScreens]),
]);

/** Every address of the console. A screen is loaded when it is opened. */
export function createConsoleRouter(context: RouteContext) {
  return createRouter({
    routeTree,
    context,
    basepath: '/console',
    defaultErrorComponent: Crash,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
