import { type Schemas, unwrapTagged, useApi } from '../../../api.ts';

export type Flag = Schemas['FeatureFlag'];
export type ListedFlag = Schemas['AgedFeatureFlag'];
export type Targeting = Schemas['FlagTargeting'];
export type Rule = Schemas['FlagRule'];
export type Condition = Schemas['FlagCondition'];
export type Kind = Flag['kind'];
export type Serve = NonNullable<Rule['serve']>;

/** A flag as it was read, with the tag that guards a change of it. */
export interface TaggedFlag {
  readonly body: Flag;
  readonly tag: string | null;
}

export const FLAG_PLACE = '/api/v1/admin/apps/{slug}/features/{flagKey}';
export const KINDS = ['release', 'experiment', 'ops', 'killswitch', 'permission'] as const satisfies readonly Kind[];
export const VALUE_TYPES = ['boolean', 'string', 'number', 'object'] as const satisfies readonly Flag['valueType'][];

const LIVE_MS = 30_000;

/** All flags of an app by key, with since when each is stale. */
export function useFlags(slug: string) {
  return useApi().useQuery('get', '/api/v1/admin/apps/{slug}/features', { params: { path: { slug } } }, { refetchInterval: LIVE_MS });
}

/** How one flag is read, for `useQuery` and for a look at the newest state. */
export function useFlagQuery(slug: string, flagKey: string) {
  const { client } = useApi();
  return {
    queryKey: ['flag', slug, flagKey],
    queryFn: (): Promise<TaggedFlag> => unwrapTagged(client.GET(FLAG_PLACE, { params: { path: { slug, flagKey } } })),
    refetchInterval: LIVE_MS,
  };
}
