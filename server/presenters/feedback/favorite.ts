import type { Favorite } from '../../../models/feedback/Favorite.ts';
import type { PlainRow } from '../../platform/db/records/page.ts';
import type { FavoriteBody, FavoriteStateBody } from '../../schemas/feedback/favorites.ts';

export function presentFavorite({ id, itemId, itemType }: PlainRow<Favorite>): FavoriteBody {
  return { id, itemId, itemType };
}

/** The state of an item after a change, with the favorite that was added or removed. */
export function presentFavoriteState(state: { isFavorite: boolean; favorite: Favorite | null }): FavoriteStateBody {
  const { isFavorite, favorite } = state;
  return { isFavorite, favorite: favorite === null ? null : presentFavorite(favorite) };
}
