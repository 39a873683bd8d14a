import { Favorite } from '../../../models/feedback/Favorite.ts';
import { FavoriteOwner } from '../../../models/feedback/FavoriteOwner.ts';
import type { ItemType } from '../../domain/project-settings.ts';
import { projectIdOf } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import { findPage, type PlainRow } from '../../platform/db/records/page.ts';
import { requireAuthorId } from './authors.ts';
import type { FavoriteChange } from './favorite-batch.ts';
import type { FeedbackContext } from './feedback.ts';

/** A thing that another system stores. Users review it, comment on it or keep it as a favorite. */
export interface Item {
  itemId: number;
  itemType: ItemType;
}

export interface FavoriteToggleInput extends Item {
  /** Whether the item must be a favorite afterwards. Default: the opposite of the present state. */
  desired?: boolean;
}

export interface FavoriteQuery {
  itemType?: ItemType;
  /** From 1. */
  page: number;
  limit: number;
}

interface Owner {
  readonly projectId: number;
  readonly userId: string;
}

/** Adds the favorite when it is absent and removes it when it is present, or sets the state to `desired`. */
export function toggleFavorite(ctx: FeedbackContext, { desired, ...item }: FavoriteToggleInput): Promise<FavoriteChange> {
  return changeFavorite(ctx, item, desired ?? null);
}

/** Adds the favorite unless it exists. */
export function addFavorite(ctx: FeedbackContext, item: Item): Promise<FavoriteChange> {
  return changeFavorite(ctx, item, true);
}

/** Removes the favorite if it exists. */
export function removeFavorite(ctx: FeedbackContext, item: Item): Promise<FavoriteChange> {
  return changeFavorite(ctx, item, false);
}

/** A page of the caller's favorites, newest first, and the number of favorites on all pages. */
export async function listFavorites(
  ctx: FeedbackContext,
  { itemType, page, limit }: FavoriteQuery,
): Promise<{ favorites: readonly PlainRow<Favorite>[]; total: number }> {
  const owner = ownerOf(ctx);
  const where = { ...owner, ...(itemType === undefined ? {} : { itemType }) };
  const total = itemType === undefined ? await totalOf(ctx.db, owner) : await ctx.db.model(Favorite).count({ where });
  const favorites = await findPage(ctx.db.model(Favorite), { where, order: [['id', 'DESC']], total, page, limit });
  return { favorites, total };
}

async function changeFavorite(ctx: FeedbackContext, { itemType, itemId }: Item, desired: boolean | null): Promise<FavoriteChange> {
  const { projectId, userId } = ownerOf(ctx);
  return ctx.service.writes.favorites.add(projectId, { userId, itemType, itemId, desired, createdAt: ctx.now });
}

async function totalOf(db: Database, owner: Owner): Promise<number> {
  const row = await db.model(FavoriteOwner).findOne({ where: { ...owner } });
  return row?.total ?? 0;
}

function ownerOf(ctx: FeedbackContext): Owner {
  return { projectId: projectIdOf(ctx), userId: requireAuthorId(ctx) };
}
