import type { components } from '../../http/api-types.ts';
import type { Kit } from '../../kit.ts';
import { given, readId } from '../arguments.ts';
import { blankAsNull, readTexts } from '../texts.ts';

export type Item = components['schemas']['RoadmapItem'];

export const STATUSES = ['planned', 'in_progress', 'completed'] as const satisfies readonly Item['status'][];

/** What is changed; null clears. */
export type Changes = Partial<Pick<Item, 'title' | 'description' | 'status' | 'category' | 'targetDate' | 'position' | 'postId'>>;

/** The flags that `add` and `edit` share; '' clears what may be empty. */
export interface ItemFlags {
  readonly title?: string;
  /** A text, `@file` or `-`. */
  readonly description?: string;
  readonly status?: Item['status'];
  readonly category?: string;
  /** As 2026-12-31. */
  readonly targetDate?: string;
  readonly position?: number;
  /** An id. */
  readonly post?: string;
}

/** What the flags change, as the API takes it. @throws CliError exit 2 */
export async function readChanges(kit: Kit, flags: ItemFlags): Promise<Changes> {
  const { title, description, status, category, targetDate, position, post } = flags;
  const texts = await readTexts(kit, given({ description }));
  return given({
    title,
    ...texts,
    status,
    category: blankAsNull(category),
    targetDate: blankAsNull(targetDate),
    position,
    postId: post === '' ? null : post === undefined ? undefined : readId(post),
  });
}
