import * as favorites from '../../controllers/feedback/favorites.ts';
import { del, get, post, type Row } from '../../platform/http/endpoint.ts';
import {
  FavoriteCreate,
  FavoriteList,
  FavoriteListQuery,
  FavoriteParams,
  FavoriteReply,
  FavoriteStateReply,
  FavoriteToggle,
} from '../../schemas/feedback/favorites.ts';

const write = { auth: 'user', tenant: 'active', limit: 'write' } as const;

export const rows: readonly Row[] = [
  post(
    '/favorites/toggle',
    {
      ...write,
      idempotent: true,
      body: FavoriteToggle,
      reply: FavoriteStateReply,
      summary: 'Add a favorite when it is absent, remove it when it is there',
      description:
        '`favorite` is the one that was added or removed. With `desired` the item is made a favorite, or none, however it was: a repeated ' +
        'request changes nothing. What was so already is told as it is, and nothing to remove is `favorite: null`.',
    },
    favorites.toggleFavorite,
  ),
  post(
    '/favorites',
    {
      ...write,
      idempotent: true,
      status: [201, 200],
      body: FavoriteCreate,
      reply: FavoriteReply,
      summary: 'Add a favorite; 200 when it was there',
    },
    favorites.addFavorite,
  ),
  get(
    '/favorites',
    {
      auth: 'user',
      tenant: true,
      limit: 'read',
      query: FavoriteListQuery,
      reply: FavoriteList,
      summary: 'The favorites of the caller, newest first',
    },
    favorites.listFavorites,
  ),
  del(
    '/favorites/:itemId/:itemType',
    {
      ...write,
      params: FavoriteParams,
      reply: FavoriteStateReply,
      summary: 'Remove a favorite; `favorite` is null when it was not there',
    },
    favorites.removeFavorite,
  ),
];
