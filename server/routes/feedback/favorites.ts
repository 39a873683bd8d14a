import * as favorites from '../../controllers/feedback/favorites.ts';
import { del, get, post } from '../../platform/http/endpoint.ts';
import {
  FavoriteCreate,
  FavoriteList,
  FavoriteListQuery,
  FavoriteParams,
  FavoriteReply,
  FavoriteStateReply,
  FavoriteToggle,
} from '../../schemas/feedback/favorites.ts';

const write = { auth: 'user', tenant: 'active', limit: 'write', pool: 'queued' } as const;

export const endpoints = [
  post(
    '/favorites/toggle',
    {
      ...write,
      idempotent: true,
      body: FavoriteToggle,
      reply: FavoriteStateReply,
      summary: 'Add a favorite when it is absent, remove it when it exists',
      description:
        '`favorite` is the one that was added or removed, or null when there was nothing to remove. `desired` sets the state instead of ' +
        'toggling it, so that a repeated request changes nothing.',
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
      summary: 'Add a favorite; 200 when it existed',
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
      summary: 'Remove a favorite; `favorite` is null when it did not exist',
    },
    favorites.removeFavorite,
  ),
];
