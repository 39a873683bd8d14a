import type { components } from '../http/api-types.ts';

type ItemType = components['schemas']['Review']['itemType'];

/** The kinds of thing that are reviewed, as the API names them. */
export const ITEM_TYPES = ['auction', 'product', 'order', 'driver', 'store', 'group_deal'] as const satisfies readonly ItemType[];
