import { Favorite } from '../../../models/feedback/Favorite.ts';
import { type Context, projectIdOf } from '../../platform/context.ts';
import { findPage } from '../../platform/db/page.ts';
import { addToCounters, ensureRow, selectRows } from '../../platform/db/sql.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { ItemType } from '../../platform/project-settings.ts';
import { requireAuthorId } from './authors.ts';
import { moveCounts } from './counts.ts';

export interface Item {
  itemId: number;
  itemType: ItemType;
}

export interface FavoriteChange {
  /** Whether the item is a favorite now. */
  readonly isFavorite: boolean;
  /** The one that is there, or that was removed; null when there was nothing to remove. */
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

/** Adds the favorite when it is absent and removes it when it is there; with `desired` makes it so, however it was (contract §3). */
export function toggleFavorite(ctx: Context, { desired, ...item }: Item & { desired?: boolean }): Promise<FavoriteChange> {
  return changeFavorite(ctx, item, (isFavorite) => desired ?? !isFavorite);
}

/** Adds the favorite unless it is there. */
export function addFavorite(ctx: Context, item: Item): Promise<FavoriteChange> {
  return changeFavorite(ctx, item, () => true);
}

/** Removes the favorite if it is there. */
export function removeFavorite(ctx: Context, item: Item): Promise<FavoriteChange> {
  return changeFavorite(ctx, item, () => false);
}

/** A page of the caller's favorites, newest first, and how many there are in all. */
export async function listFavorites(
  ctx: Context,
  { itemType, page, limit }: FavoriteQuery,
): Promise<{ favorites: Favorite[]; total: number }> {
  const owner = ownerOf(ctx);
  const where = { ...owner, ...(itemType === undefined ? {} : { itemType }) };
  const total = itemType === undefined ? await totalOf(owner) : await Favorite.count({ where });
  const favorites = await findPage(Favorite, { where, order: [['id', 'DESC']], total, page, limit });
  return { favorites, total };
}

/** One after the other for each owner, whose row is locked first: `decide` is told how it is and says how it shall be. */
async function changeFavorite(ctx: Context, item: Item, decide: (isFavorite: boolean) => boolean): Promise<FavoriteChange> {
  const owner = ownerOf(ctx);
  return inTransaction(async () => {
    await ensureRow(OWNERS.table, OWNERS.key, { project_id: owner.projectId, user_id: owner.userId, total: 0 });
    const present = await Favorite.findOne({ where: { ...owner, ...item } });
    const isFavorite = decide(present !== null);
    if (isFavorite === (present !== null)) return { isFavorite, favorite: present, isChanged: false };
    const favorite = present === null ? await Favorite.create({ ...owner, ...item, createdAt: ctx.now }) : await removed(present);
    await moveTotals(owner, isFavorite ? 1 : -1);
    return { isFavorite, favorite, isChanged: true };
  });
}

async function removed(favorite: Favorite): Promise<Favorite> {
  await favorite.destroy();
  return favorite;
}

async function moveTotals({ projectId, userId }: Owner, by: 1 | -1): Promise<void> {
  await addToCounters(OWNERS, [{ project_id: projectId, user_id: userId, total: by }]);
  await moveCounts(projectId, { favorites: by });
}

async function totalOf({ projectId, userId }: Owner): Promise<number> {
  const [row] = await selectRows<{ total: number }>(
    'SELECT total FROM favorite_owners WHERE project_id = :projectId AND user_id = :userId',
    { projectId, userId },
  );
  return Number(row?.total ?? 0);
}

function ownerOf(ctx: Context): Owner {
  return { projectId: projectIdOf(ctx), userId: requireAuthorId(ctx) };
}
