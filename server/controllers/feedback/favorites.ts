import type { Handler } from '../../platform/http/endpoint.ts';
import { enveloped, envelopedCreated, envelopedPage } from '../../platform/http/reply/envelope.ts';
import { presentFavorite, presentFavoriteState } from '../../presenters/feedback/favorite.ts';
import * as favorites from '../../services/feedback/favorites.ts';
import type { Feedback } from '../../services/feedback/feedback.ts';

export const toggleFavorite: Handler<unknown, unknown, favorites.FavoriteToggleInput, Feedback> = async (ctx, { body }) => {
  const state = await favorites.toggleFavorite(ctx, body);
  return enveloped(state.isFavorite ? 'Item is a favorite.' : 'Item is not a favorite.', presentFavoriteState(state));
};

export const addFavorite: Handler<unknown, unknown, favorites.Item, Feedback> = async (ctx, { body }) => {
  const state = await favorites.addFavorite(ctx, body);
  const { favorite } = presentFavoriteState(state);
  return state.isChanged ? envelopedCreated('Favorite added.', favorite) : enveloped('Favorite kept.', favorite);
};

export const listFavorites: Handler<unknown, favorites.FavoriteQuery, unknown, Feedback> = async (ctx, { query }) => {
  const { favorites: found, total } = await favorites.listFavorites(ctx, query);
  return envelopedPage('Favorites listed.', found.map(presentFavorite), { ...query, total });
};

export const removeFavorite: Handler<favorites.Item, unknown, unknown, Feedback> = async (ctx, { params }) => {
  const state = await favorites.removeFavorite(ctx, params);
  return enveloped('Item is not a favorite.', presentFavoriteState(state));
};
