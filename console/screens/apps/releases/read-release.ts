import { unwrapTagged, useApi } from '../../../api.ts';
import type { Release } from '../data.ts';

export const PLACE = '/api/v1/admin/apps/{slug}/versions/{id}';

/** A release as it was read, with the tag of that state. */
export interface TaggedRelease {
  readonly body: Release;
  readonly tag: string | null;
}

/** Reads one release with its tag. */
export function useReadRelease(slug: string, id: number): () => Promise<TaggedRelease> {
  const { client } = useApi();
  return () => unwrapTagged(client.GET(PLACE, { params: { path: { slug, id } } }));
}
