import type { components } from '../../http/api-types.ts';
import type { Kit } from '../../kit.ts';
import { given, readId } from '../arguments.ts';
import { blankAsNull, readTexts } from '../texts.ts';

export type Entry = components['schemas']['ChangelogEntry'];

export const TYPES = ['added', 'changed', 'deprecated', 'removed', 'fixed', 'security'] as const satisfies readonly Entry['type'][];

/** What is changed; null clears. */
export type Changes = Partial<
  Pick<Entry, 'title' | 'content' | 'titleAr' | 'contentAr' | 'version' | 'type' | 'publishedAt' | 'linkedPostIds'>
>;

/** The flags that `add` and `edit` share; '' clears what may be empty. */
export interface EntryFlags {
  readonly title?: string;
  /** Markdown: a text, `@file` or `-`; the Arabic one likewise. */
  readonly content?: string;
  readonly titleAr?: string;
  readonly contentAr?: string;
  readonly version?: string;
  readonly type?: Entry['type'];
  /** ISO 8601 with an offset. */
  readonly publishedAt?: string;
  /** Ids. */
  readonly post?: readonly string[];
}

/** What the flags change, as the API takes it. @throws CliError exit 2 */
export async function readChanges(kit: Kit, flags: EntryFlags): Promise<Changes> {
  const { title, titleAr, version, type, publishedAt, post } = flags;
  const { content, ...texts } = await readTexts(kit, given({ content: flags.content, contentAr: flags.contentAr }));
  return given({
    title,
    // it cannot be cleared: the server says so
    content: content === null ? '' : content,
    titleAr: blankAsNull(titleAr),
    ...texts,
    version: blankAsNull(version),
    type,
    publishedAt,
    linkedPostIds: post?.filter((id) => id !== '').map((id) => readId(id)),
  });
}

/** A word on entries whose time has not come; '' for the others. */
export function shownFrom({ io }: Kit, { publishedAt }: Entry): string {
  return Date.parse(publishedAt) > io.now() ? ` Others see it from ${publishedAt}.` : '';
}
