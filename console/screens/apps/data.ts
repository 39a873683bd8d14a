import { useQueryClient } from '@tanstack/react-query';
import { type Schemas, useApi } from '../../api.ts';

export type App = Schemas['App'];
export type Release = Schemas['AppVersion'];
export type Window = Schemas['MaintenanceRow'];

/** A dry run is asked each time: what it answered before may no longer be so. */
export const ALWAYS_FRESH = { staleTime: 0, gcTime: 0 } as const;

const LIVE = { refetchInterval: 30_000 };
const WRITES = new Set<unknown>(['post', 'put', 'delete']);

/** The app of the address. */
export function useAppOf(slug: string) {
  return useApi().useQuery('get', '/api/v1/admin/apps/{slug}', { params: { path: { slug } } }, LIVE);
}

/** The releases of an app, newest first. */
export function useReleases(slug: string) {
  return useApi().useQuery('get', '/api/v1/admin/apps/{slug}/versions', { params: { path: { slug } } }, LIVE);
}

/** The windows of maintenance of an app: those to come and the last ones. */
export function useWindows(slug: string) {
  return useApi().useQuery('get', '/api/v1/admin/apps/{slug}/maintenance/history', { params: { path: { slug } } }, LIVE);
}

/** Reads everything again after a change, but not the dry run of the change that was just made. */
export function useReadAgain(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ predicate: ({ queryKey }) => !WRITES.has(queryKey[0]) });
}
