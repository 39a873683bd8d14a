import type { components } from '../../generated/api-types.ts';

type ItemType = components['schemas']['Review']['itemType'];

/** The types of item that users review. */
export const ITEM_TYPES = ['auction', 'product', 'order', 'driver', 'store', 'group_deal'] as const satisfies readonly ItemType[];
