import { byTime, DAY, momentAfter } from '../arrange.ts';
import type { Demo } from '../demo.ts';
import type { Target } from '../targets.ts';
import { type DemoComment, type DemoThread, THREADS } from '../texts/thread-texts.ts';
import { type DemoUser, type DemoUsers, someUser } from '../users.ts';

interface Draft {
  readonly target: Target;
  /** Null for a tombstone. */
  readonly userId: string | null;
  readonly comment: DemoComment;
  readonly parent: Draft | null;
  readonly level: number;
  readonly createdAt: Date;
}

interface ThreadContext extends Demo {
  readonly users: DemoUsers;
  readonly targets: ReadonlyMap<string, Target>;
}

/** Inserts the threads, each comment later than the one it replies to. */
export async function seedThreads(context: ThreadContext): Promise<void> {
  const drafts = THREADS.flatMap((thread) => draftsOf(thread, context)).sort(byTime);
  const ids = new Map<Draft | null, number>();
  for (const draft of drafts) ids.set(draft, await insertComment(context, draft, ids));
}

function draftsOf({ entity, comments }: DemoThread, context: ThreadContext): Draft[] {
  const { random, end, users } = context;
  const target = targetOf(entity, context);
  const speakers = new Map<string, string>();
  const userOf = ({ speaker, text }: DemoComment, at: Date): string => {
    const known = speakers.get(speaker) ?? newSpeaker(speaker, { random, users, target, at, text, taken: speakers.values() });
    speakers.set(speaker, known);
    return known;
  };
  const draft = (comment: DemoComment, parent: Draft | null, from: Date): Draft[] => {
    const createdAt = momentAfter(random, { from, end, hours: parent === null ? 200 : 20 });
    const userId = comment.text === null ? null : userOf(comment, createdAt);
    const own: Draft = { target, userId, comment, parent, level: (parent?.level ?? 0) + 1, createdAt };
    return [own, ...inOrder(comment.replies, own, createdAt)];
  };
  const inOrder = (siblings: readonly DemoComment[], parent: Draft | null, start: Date): Draft[] => {
    let from = start;
    return siblings.flatMap((comment) => {
      const drafts = draft(comment, parent, laterOf(from, comment, end));
      from = drafts[0]?.createdAt ?? from;
      return drafts;
    });
  };
  return inOrder(comments, null, target.createdAt);
}

/** A comment on a release must be later than the release. */
function laterOf(from: Date, { notBefore }: DemoComment, end: Date): Date {
  const earliest = notBefore === undefined ? 0 : end.getTime() - notBefore * DAY;
  return new Date(Math.max(from.getTime(), earliest));
}

interface SpeakerInput extends Pick<Demo, 'random'> {
  readonly users: DemoUsers;
  readonly target: Target;
  readonly at: Date;
  readonly text: string | null;
  readonly taken: Iterable<string>;
}

function newSpeaker(speaker: string, { random, users, target, at, text, taken }: SpeakerInput): string {
  if (speaker === 'team') return users.team.en;
  if (speaker === 'فريق') return users.team.ar;
  if (speaker === 'author' && target.userId !== null) return target.userId;
  const others: readonly DemoUser[] = users.people.filter(({ id }) => id !== target.userId);
  return someUser(random, others, { at, text, except: taken }).id;
}

/** Items are stored elsewhere, so their date is assumed. */
function targetOf(entity: string, { targets, end }: ThreadContext): Target {
  const known = targets.get(entity);
  if (known !== undefined) return known;
  const [entityType = '', id] = entity.split(' ');
  if (entityType !== 'product') throw new Error(`The demo has no ${entity}.`);
  return { entityType, entityId: Number(id), userId: null, createdAt: new Date(end.getTime() - 90 * DAY) };
}

async function insertComment({ store, random, end }: Demo, draft: Draft, ids: ReadonlyMap<Draft | null, number>): Promise<number> {
  const { target, userId, comment, parent, level, createdAt } = draft;
  const wasTouched = comment.isEdited === true || comment.text === null;
  const updatedAt = wasTouched ? momentAfter(random, { from: createdAt, end, hours: 5 }) : createdAt;
  return store.insert('comments', {
    entity_type: target.entityType,
    entity_id: target.entityId,
    parent_id: ids.get(parent) ?? null,
    root_id: ids.get(rootOf(draft)) ?? null,
    level,
    content: comment.text,
    user_id: userId,
    is_deleted: comment.text === null,
    replies_count: 0,
    children: 0,
    edited_at: comment.isEdited === true ? updatedAt : null,
    created_at: createdAt,
    updated_at: updatedAt,
  });
}

/** Null for a top-level comment. */
function rootOf({ parent }: Draft): Draft | null {
  return parent === null ? null : (rootOf(parent) ?? parent);
}
