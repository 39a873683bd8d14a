import type { Schemas } from '../../../api.ts';

type Item = Schemas['RoadmapItem'];

/** The fields of the form as they are typed. */
export interface ItemValues {
  readonly title: string;
  readonly description: string;
  readonly status: Item['status'];
  readonly category: string;
  readonly targetDate: string;
  readonly postId: string;
}

/** The values that the form shows at first. */
export function valuesOf(item: Item | null): ItemValues {
  return {
    title: item?.title ?? '',
    description: item?.description ?? '',
    status: item?.status ?? 'planned',
    category: item?.category ?? '',
    targetDate: item?.targetDate ?? '',
    postId: item?.postId?.toString() ?? '',
  };
}

/** The values as the API takes them. */
export function newItem({ title, description, status, category, targetDate, postId }: ItemValues): Schemas['RoadmapCreate'] {
  return {
    title: title.trim(),
    status,
    description: textOrNull(description),
    category: textOrNull(category),
    targetDate: textOrNull(targetDate),
    postId: postId.trim() === '' ? null : Number(postId),
  };
}

/** The fields that differ, so that two people who change different ones do not undo each other; null for none. */
export function changedFields(item: Item, values: ItemValues): Schemas['RoadmapPatch'] | null {
  const fresh = newItem(values);
  const before = newItem(valuesOf(item));
  const changed = Object.entries(fresh).filter(([name, value]) => value !== before[name as keyof typeof before]);
  return changed.length === 0 ? null : Object.fromEntries(changed);
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}
