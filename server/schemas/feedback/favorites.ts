import Joi from 'joi';
import { envelopeOf, pageOf } from '../../platform/http/input/envelope.ts';
import { yesNo } from '../../platform/http/input/fields.ts';
import { type PageQuery, pageFields } from '../../platform/http/input/page.ts';
import { flagField, idField } from '../../platform/http/input/replies.ts';
import type { ItemType } from '../../platform/project-settings.ts';
import { ITEM_TYPES, itemId, itemType, queryItemId } from './fields.ts';

export interface FavoriteCreate {
  itemId: number;
  itemType: ItemType;
}

export interface FavoriteToggle extends FavoriteCreate {
  desired?: boolean;
}

export interface FavoriteParams {
  itemId: number;
  itemType: ItemType;
}

export interface FavoriteListQuery extends PageQuery {
  itemType?: ItemType;
}

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

export const FavoriteCreate = Joi.object<FavoriteCreate>(item);
export const FavoriteToggle = Joi.object<FavoriteToggle>({
  ...item,
  desired: yesNo().description('Add (`true`) or remove (`false`) rather than the other of what is; so a retry changes nothing'),
});
export const FavoriteParams = Joi.object<FavoriteParams>({ itemId: queryItemId().required(), itemType: itemType().required() });
export const FavoriteListQuery = Joi.object<FavoriteListQuery>({ ...pageFields, itemType: itemType() });

const favorite = Joi.object<FavoriteBody>({
  id: idField,
  itemId: idField,
  itemType: Joi.valid(...ITEM_TYPES).required(),
}).id('Favorite');

export const FavoriteReply = envelopeOf(favorite, 'FavoriteReply');
export const FavoriteStateReply = envelopeOf(
  Joi.object<FavoriteStateBody>({ isFavorite: flagField, favorite: favorite.allow(null).required() }).id('FavoriteState'),
  'FavoriteStateReply',
);
export const FavoriteList = pageOf(favorite, 'FavoriteList');
