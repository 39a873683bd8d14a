// Raw SQL: an upsert locks the owner's row, and a relative update changes its counter.
import { Favorite } from '../../../models/feedback/Favorite.ts';
import { FavoriteOwner } from '../../../models/feedback/FavoriteOwner.ts';
import type { ItemType } from '../../domain/project-settings.ts';
import { projectIdOf } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import { findPage } from '../../platform/db/page.ts';
import { addToCounters, ensureRow } from '../../platform/db/sql.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { requireAuthorId } from './authors.ts';
import { incrementCounters } from './counts/counts.ts';
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

export interface FavoriteChange {
  /** Whether the item is a favorite now. */
  readonly isFavorite: boolean;
  /** The favorite that exists or was removed; null when there was nothing to remove. */
  readonly favorite: Favorite | null;
  readonly isChanged: boolean;
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

const OWNERS = { table: 'favorite_owners', key: ['project_id', 'user_id'], add: ['total'] };

/** Adds the favorite when it is absent and removes it when it is present, or sets the state to `desired`. */
export function toggleFavorite(ctx: FeedbackContext, { desired, ...item }: FavoriteToggleInput): Promise<FavoriteChange> {
  return changeFavorite(ctx, item, (isFavorite) => desired ?? !isFavorite);
}

/** Adds the favorite unless it exists. */
export function addFavorite(ctx: FeedbackContext, item: Item): Promise<FavoriteChange> {
  return changeFavorite(ctx, item, () => true);
}

/** Removes the favorite if it exists. */
export function removeFavorite(ctx: FeedbackContext, item: Item): Promise<FavoriteChange> {
  return changeFavorite(ctx, item, () => false);
}

/** A page of the caller's favorites, newest first, and the number of favorites on all pages. */
export async function listFavorites(
  ctx: FeedbackContext,
  { itemType, page, limit }: FavoriteQuery,
): Promise<{ favorites: Favorite[]; total: number }> {
  const owner = ownerOf(ctx);
  const where = { ...owner, ...(itemType === undefined ? {} : { itemType }) };
  const total = itemType === undefined ? await totalOf(ctx.db, owner) : await ctx.db.model(Favorite).count({ where });
  const favorites = await findPage(ctx.db.model(Favorite), { where, order: [['id', 'DESC']], total, page, limit });
  return { favorites, total };
}

/** `decide` maps the present state to the new one. The lock of the owner's row makes the changes of one owner wait for each other. */
async function changeFavorite(ctx: FeedbackContext, item: Item, decide: (isFavorite: boolean) => boolean): Promise<FavoriteChange> {
  const owner = ownerOf(ctx);
  return inTransaction(ctx.db, async () => {
    await ensureRow(ctx.db, OWNERS.table, OWNERS.key, { project_id: owner.projectId, user_id: owner.userId, total: 0 });
    const present = await ctx.db.model(Favorite).findOne({ where: { ...owner, ...item } });
    const isFavorite = decide(present !== null);
    if (isFavorite === (present !== null)) return { isFavorite, favorite: present, isChanged: false };
    const favorite =
      present === null ? await ctx.db.model(Favorite).create({ ...owner, ...item, createdAt: ctx.now }) : await remove(present);
    await incrementTotals(ctx.db, owner, isFavorite ? 1 : -1);
    return { isFavorite, favorite, isChanged: true };
  });
}

async function remove(favorite: Favorite): Promise<Favorite> {
  await favorite.destroy();
  return favorite;
}

async function incrementTotals(db: Database, { projectId, userId }: Owner, delta: 1 | -1): Promise<void> {
  await addToCounters(db, OWNERS, [{ project_id: projectId, user_id: userId, total: delta }]);
  await incrementCounters(db, projectId, { favorites: delta });
}

async function totalOf(db: Database, owner: Owner): Promise<number> {
  const row = await db.model(FavoriteOwner).findOne({ where: { ...owner } });
  return row?.total ?? 0;
}

function ownerOf(ctx: FeedbackContext): Owner {
  return { projectId: projectIdOf(ctx), userId: requireAuthorId(ctx) };
}
