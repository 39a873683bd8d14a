import Joi from 'joi';
import { envelopeOf, pageOf } from '../../platform/http/input/envelope.ts';
import { boolean } from '../../platform/http/input/fields.ts';
import { pageFields } from '../../platform/http/input/page.ts';
import { flagField, idField } from '../../platform/http/input/replies.ts';
import type { FavoriteQuery, FavoriteToggleInput, Item } from '../../services/feedback/favorites.ts';
import { itemId, itemType, queryItemId } from './fields.ts';

export interface FavoriteBody {
  id: number;
  itemId: number;
  itemType: string;
}

export interface FavoriteStateBody {
  isFavorite: boolean;
  favorite: FavoriteBody | null;
}

const item = { itemId: itemId().required(), itemType: itemType().required() };

export const FavoriteCreate = Joi.object<Item, true>(item);
export const FavoriteToggle = Joi.object<FavoriteToggleInput, true>({
  ...item,
  desired: boolean().description('Add (`true`) or remove (`false`) instead of toggling, so that a retry changes nothing'),
});
export const FavoriteParams = Joi.object<Item, true>({ itemId: queryItemId().required(), itemType: itemType().required() });
export const FavoriteListQuery = Joi.object<FavoriteQuery, true>({ ...pageFields, itemType: itemType() });

const favorite = Joi.object<FavoriteBody, true>({
  id: idField,
  itemId: idField,
  itemType: itemType().required(),
}).id('Favorite');

export const FavoriteReply = envelopeOf(favorite, 'FavoriteReply');
export const FavoriteStateReply = envelopeOf(
  Joi.object<FavoriteStateBody, true>({ isFavorite: flagField, favorite: favorite.allow(null).required() }).id('FavoriteState'),
  'FavoriteStateReply',
);
export const FavoriteList = pageOf(favorite, 'FavoriteList');
