import { useApi } from '../api.ts';

const REFRESH_MS = 30_000;

/** All that waits for the people on duty, again every 30 seconds while the page is visible. The rail and Today share one request. */
export function useWaiting() {
  return useApi().useQuery('get', '/api/v1/admin/waiting', {}, { refetchInterval: REFRESH_MS });
}

/** How many reviews, comments, posts and reports wait for a decision; undefined while it is not known. */
export function useModerationCount(): number | undefined {
  const waiting = useWaiting().data?.data;
  if (waiting === undefined) return undefined;
  return waiting.reviews.count + waiting.comments.count + waiting.posts.count + waiting.reports.count;
}
