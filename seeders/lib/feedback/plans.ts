import { DAY, momentAfter, momentOf } from '../arrange.ts';
import type { Demo } from '../demo.ts';
import type { Target } from '../targets.ts';
import { CHANGELOG, type DemoChangelogEntry, type DemoRoadmapItem, ROADMAP } from '../texts/plan-texts.ts';
import type { DemoUsers } from '../users.ts';

const RANKS = { planned: 0, in_progress: 1, completed: 2 } as const;

interface PlanContext extends Demo {
  readonly team: DemoUsers['team'];
  readonly posts: ReadonlyMap<string, Target>;
}

/** Inserts roadmap and changelog, written by the team; returns them by `roadmap <key>` and `changelog <version>`. */
export async function seedPlans(context: PlanContext): Promise<Map<string, Target>> {
  const targets = new Map<string, Target>();
  const positions = { planned: 0, in_progress: 0, completed: 0 };
  for (const item of ROADMAP) {
    targets.set(`roadmap ${item.key}`, await seedRoadmapItem(item, { ...context, position: positions[item.status]++ }));
  }
  for (const entry of CHANGELOG) targets.set(`changelog ${entry.key}`, await seedChangelogEntry(entry, context));
  return targets;
}

async function seedRoadmapItem(
  { daysAgo, status, category, targetInDays, post, title, description }: DemoRoadmapItem,
  { store, random, end, team, posts, position }: PlanContext & { position: number },
): Promise<Target> {
  const createdAt = momentOf(random, end, daysAgo);
  const targetDate = targetInDays === null ? null : new Date(end.getTime() + targetInDays * DAY).toISOString().slice(0, 10);
  const id = await store.insert('roadmap_items', {
    title,
    description,
    status,
    status_rank: RANKS[status],
    category,
    target_date: targetDate,
    position,
    post_id: post === null ? null : idOf(posts, post),
    created_by: team.en,
    created_at: createdAt,
    updated_at: status === 'planned' ? createdAt : momentAfter(random, { from: createdAt, end, hours: 500 }),
  });
  return { entityType: 'roadmap', entityId: id, userId: team.en, createdAt };
}

async function seedChangelogEntry(entry: DemoChangelogEntry, { store, random, end, team, posts }: PlanContext): Promise<Target> {
  const publishedAt = momentOf(random, end, entry.daysAgo);
  const createdAt = momentOf(random, end, Math.max(entry.daysAgo, 1) + 1);
  const id = await store.insert('changelog_entries', {
    title: entry.title,
    content: entry.content,
    title_ar: entry.titleAr,
    content_ar: entry.contentAr,
    version: entry.version,
    type: entry.type,
    published_at: publishedAt,
    created_by: team.ar,
    created_at: createdAt,
    updated_at: createdAt,
  });
  for (const key of entry.posts) await store.insert('changelog_posts', { entry_id: id, post_id: idOf(posts, key) });
  return { entityType: 'changelog', entityId: id, userId: team.ar, createdAt: publishedAt };
}

function idOf(posts: ReadonlyMap<string, Target>, key: string): number {
  const post = posts.get(`post ${key}`);
  if (post === undefined) throw new Error(`The demo has no post ${key}.`);
  return post.entityId;
}
