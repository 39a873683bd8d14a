import type { Destination } from '../message.ts';

export interface RouteChannel {
  readonly provider: string;
  /** In place of the provider's own. */
  readonly sender: string | null;
}

/** The channels for some of the numbers. */
export interface Route {
  /** null takes every number. */
  readonly match: { readonly projects: readonly number[] | null; readonly countries: readonly string[] | null } | null;
  readonly channels: readonly RouteChannel[];
  /** How long a provider with receipts may take before the next channel sends the code too. */
  readonly fallbackAfterSeconds: number | null;
}

/** The first route that takes the number; the last one of a checked document takes every number. */
export function findRoute<R extends Pick<Route, 'match'>>(routes: readonly R[], { projectId, country }: Omit<Destination, 'phone'>): R {
  const found = routes.find(({ match }) => {
    if (match === null) return true;
    const isProject = match.projects?.includes(projectId) ?? true;
    return isProject && (match.countries === null || (country !== null && match.countries.includes(country)));
  });
  if (found === undefined) throw new Error('No route takes the number.');
  return found;
}

/** The routes that numbers of the project may take. */
export function routesOf<R extends Pick<Route, 'match'>>(routes: readonly R[], projectId: number): R[] {
  return routes.filter(({ match }) => match?.projects?.includes(projectId) ?? true);
}
