import { momentAfter, momentOf, shuffled } from '../arrange.ts';
import type { Demo } from '../demo.ts';
import { searchKey } from '../fold.ts';
import type { Target } from '../targets.ts';
import { POSTS } from '../texts/post-texts.ts';
import { type DemoUser, someUser } from '../users.ts';

/** Inserts feature requests with votes; returns them by `post <key>`. */
export async function seedPosts(demo: Demo, people: readonly DemoUser[]): Promise<Map<string, Target>> {
  const { store, random, end } = demo;
  const targets = new Map<string, Target>();
  for (const { key, daysAgo, category, status, votes, title, description } of POSTS) {
    const createdAt = momentOf(random, end, daysAgo);
    const { id: userId } = someUser(random, people, { at: createdAt, text: description });
    const isMoved = status !== 'under_review';
    const id = await store.insert('posts', {
      title,
      description,
      category,
      status,
      user_id: userId,
      votes_count: 0,
      comments_count: 0,
      trending: 0,
      search_key: searchKey(title, description),
      created_at: createdAt,
      updated_at: isMoved ? momentAfter(random, { from: createdAt, end, hours: 600 }) : createdAt,
    });
    const post = { entityType: 'post', entityId: id, userId, createdAt };
    const others = people.filter((person) => person.id !== userId);
    await seedVotes(demo, post, shuffled(random, others).slice(0, votes));
    targets.set(`post ${key}`, post);
  }
  return targets;
}

async function seedVotes({ store, random, end }: Demo, post: Target, voters: readonly DemoUser[]): Promise<void> {
  for (const voter of voters) {
    const from = voter.createdAt > post.createdAt ? voter.createdAt : post.createdAt;
    const createdAt = momentAfter(random, { from, end, hours: 1_500 });
    await store.insert('post_votes', { post_id: post.entityId, user_id: voter.id, created_at: createdAt });
  }
}
