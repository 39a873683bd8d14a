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

const item = {
  itemId: itemId().required().description('The id of the item in the system that keeps it.'),
  itemType: itemType().required().description('The kind of the item.'),
};

export const FavoriteCreate = Joi.object<Item, true>(item).id('FavoriteCreate').description('Names the item to keep.');
export const FavoriteToggle = Joi.object<FavoriteToggleInput, true>({
  ...item,
  desired: boolean().description('Add (`true`) or remove (`false`) instead of toggling, so that a retry changes nothing'),
})
  .id('FavoriteToggle')
  .description('Names the item to add or remove.');
export const FavoriteParams = Joi.object<Item, true>({
  itemId: queryItemId().required().description('The id of the item in the system that keeps it.'),
  itemType: itemType().required().description('The kind of the item.'),
});
export const FavoriteListQuery = Joi.object<FavoriteQuery, true>({
  ...pageFields,
  itemType: itemType().description('Only items of this kind.'),
});

const favorite = Joi.object<FavoriteBody, true>({
  id: idField.description('The id of the favorite.'),
  itemId: idField.description('The id of the item in the system that keeps it.'),
  itemType: itemType().required().description('The kind of the item.'),
})
  .id('Favorite')
  .description('An item that a user keeps.');

export const FavoriteReply = envelopeOf(favorite, 'FavoriteReply').description('One favorite.');
export const FavoriteStateReply = envelopeOf(
  Joi.object<FavoriteStateBody, true>({
    isFavorite: flagField.description('Whether the item is a favorite now.'),
    favorite: favorite.allow(null).required(),
  })
    .id('FavoriteState')
    .description('Whether an item is a favorite.'),
  'FavoriteStateReply',
).description('Whether the item is a favorite now.');
export const FavoriteList = pageOf(favorite, 'FavoriteList').description('A page of favorites.');
