import assert from 'node:assert/strict';
import { User } from '../../../models/auth/User.ts';
import { Review } from '../../../models/feedback/Review.ts';
import { newPost } from '../../feedback/posts/post-support.ts';
import { newReview } from '../../feedback/reviews/review-support.ts';
import { account, type Caller, staff, user } from '../../feedback/support.ts';
import { until } from '../../support/programs/process.ts';
import { admin } from '../../support/requests/client.ts';
import type { TestServer } from '../../support/server.ts';
import { type ConsoleTest, type OpenedPage, type OpenOptions, signIn } from '../support.ts';

export type Kind = 'review' | 'comment' | 'post';

export interface Waiting {
  readonly kind: Kind;
  readonly id: number;
  readonly text: string;
}

interface Reported {
  readonly reason?: string;
  readonly times?: number;
}

let items = 1_000;

/** A project with what waits in it, its author and its moderators. */
export class Inbox {
  readonly projectId: number;
  readonly author: Caller;
  /** Another moderator, who has no page. */
  readonly colleague: Caller;
  readonly #console: ConsoleTest;

  private constructor(test: ConsoleTest, projectId: number, author: Caller) {
    this.#console = test;
    this.projectId = projectId;
    this.author = author;
    this.colleague = staff(test.server, { projectId });
  }

  static async create(test: ConsoleTest, author: { firstName?: string; language?: 'en' | 'ar' } = {}): Promise<Inbox> {
    const { body } = await admin(test.server).post('/admin/projects', { name: 'Inbox' }).expect(201);
    const projectId: number = body.data?.id ?? body.id;
    const caller = await account(test.server, { projectId });
    await test.server.db.model(User).update({ firstName: 'Noura', ...author }, { where: { projectId, id: caller.id } });
    return new Inbox(test, projectId, caller);
  }

  get server(): TestServer {
    return this.#console.server;
  }

  /** Opens the screen as a new member of staff. */
  async open(path = '', options: OpenOptions = {}): Promise<OpenedPage & { readonly username: string }> {
    const opened = await this.#console.open(`moderation${path}`, options);
    const operator = await this.#console.newOperator('staff', this.projectId);
    await signIn(opened, operator);
    return { ...opened, username: operator.username };
  }

  /** Makes a text that waits. */
  async hold(kind: Kind, text: string, fields: Readonly<Record<string, unknown>> = {}): Promise<Waiting> {
    const id = await this.write(kind, text, fields);
    await this.decide({ kind, id, text }, 'pending');
    return { kind, id, text };
  }

  /** Makes a text that is shown and reported. */
  async report(kind: Kind, text: string, { reason = 'spam', times = 1 }: Reported = {}): Promise<Waiting> {
    const id = await this.write(kind, text);
    await this.decide({ kind, id, text }, kind === 'review' ? 'approved' : 'visible');
    for (let index = 0; index < times; index += 1)
      await user(this.server, { projectId: this.projectId }).post('/reports', { entityType: kind, entityId: id, reason }).expect(201);
    return { kind, id, text };
  }

  async write(kind: Kind, text: string, fields: Readonly<Record<string, unknown>> = {}): Promise<number> {
    items += 1;
    if (kind === 'review') return (await newReview(this.author, { itemId: items, comment: text, rating: 2, ...fields })).id;
    if (kind === 'post') return (await newPost(this.author, { title: text, description: `x${items}`, ...fields })).id;
    const body = { entityType: 'product', entityId: items, content: text, ...fields };
    return (await this.author.post('/comments', body).expect(201)).body.data.id;
  }

  /** Decides as the colleague. */
  async decide({ kind, id }: Waiting, status: string): Promise<void> {
    await this.colleague.post('/admin/moderation/decisions', { items: [{ entityType: kind, id, status }] }).expect(200);
  }

  /** The texts in the queue, in order. */
  async waiting(): Promise<string[]> {
    const { body } = await this.colleague.get('/admin/moderation/queue?limit=100').expect(200);
    return body.data.map((entry: { title: string | null; text: string | null }) => entry.title ?? entry.text);
  }

  /** The id of what waits longest. */
  async first(): Promise<{ readonly id: number }> {
    return (await this.colleague.get('/admin/moderation/queue?limit=1').expect(200)).body.data[0];
  }

  /** Waits until these texts, and no others, are in the queue. */
  async untilWaiting(texts: readonly string[]): Promise<void> {
    let found: string[] = [];
    await until(async () => {
      found = await this.waiting();
      return found.join() === texts.join();
    }).catch(() => assert.deepEqual(found, texts));
  }

  /** The status of a record, as moderators see it. */
  async statusOf({ kind, id }: Waiting): Promise<string> {
    const { body } = await this.colleague.get(`/admin/${kind}s?limit=100`).expect(200);
    const record = body.data.find((found: { id: number }) => found.id === id);
    return kind === 'review' ? record.status : record.moderation;
  }

  async reasonOf({ id }: Waiting): Promise<string | null> {
    const review = await this.server.db.model(Review).findOne({ where: { projectId: this.projectId, id }, rejectOnEmpty: true });
    return review.statusReason;
  }
}
