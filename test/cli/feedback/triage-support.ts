import { type Caller, staff, user } from '../../feedback/support.ts';
import type { Terminal } from '../../support/programs/terminal.ts';
import type { Cli } from '../support/cli.ts';

export type Kind = 'review' | 'post' | 'comment';

export interface Pending {
  readonly kind: Kind;
  readonly id: number;
  readonly author: Caller;
}

/** Makes and reads the records of triage tests, as users and as another moderator. */
export interface Queue {
  pending(title: string, kind?: Kind): Promise<Pending>;
  /** A public record with one report. */
  reported(title: string, kind: Kind): Promise<Pending>;
  /** Another moderator decides. */
  move(record: Pick<Pending, 'kind' | 'id'>, status: string): Promise<unknown>;
  statusOf(record: Pending): Promise<string>;
  /** Decides on everything that waits. */
  empty(): Promise<void>;
}

const PUBLIC = { review: 'approved', post: 'visible', comment: 'visible' } as const;

export function queueOf(cli: Cli): Queue {
  const moderator = staff(cli.server);
  const move: Queue['move'] = ({ kind, id }, status) =>
    moderator.post('/admin/moderation/decisions', { items: [{ entityType: kind, id, status }] }).expect(200);
  const make = async (title: string, kind: Kind): Promise<Pending> => {
    const author = user(cli.server);
    const requests = {
      review: ['/reviews', { itemType: 'product', itemId: 42, rating: 4, title, comment: 'Of it' }],
      post: ['/posts', { title, description: 'For all', category: 'other' }],
      comment: ['/comments', { entityType: 'product', entityId: 42, content: title }],
    } as const;
    const [path, body] = requests[kind];
    return { kind, id: (await author.post(path, body).expect(201)).body.data.id, author };
  };
  return {
    move,
    async pending(title, kind = 'review') {
      const record = await make(title, kind);
      await move(record, 'pending');
      return record;
    },
    async reported(title, kind) {
      const record = await make(title, kind);
      await user(cli.server).post('/reports', { entityType: kind, entityId: record.id, reason: 'spam' }).expect(201);
      return record;
    },
    async statusOf({ kind, id }) {
      const path = kind === 'comment' ? `/admin/comments/${id}` : `/${kind}s/${id}`;
      const { data } = (await moderator.get(path).expect(200)).body;
      return data.moderation ?? data.status;
    },
    async empty() {
      const lists: [Kind, string][] = [
        ['review', '/admin/reviews?status=pending&limit=100'],
        ['post', '/admin/posts?moderation=pending&limit=100'],
        ['comment', '/admin/comments?status=pending&limit=100'],
      ];
      for (const [kind, path] of lists)
        for (const { id } of (await moderator.get(path).expect(200)).body.data) await move({ kind, id }, PUBLIC[kind]);
      for (const { entityType, entityId } of (await moderator.get('/admin/reports?limit=100').expect(200)).body.data)
        await moderator.put(`/admin/reports/${entityType}/${entityId}`, { resolution: 'dismissed' }).expect(200);
    },
  };
}

/** Waits for a record and the question below it. */
export async function shown(terminal: Terminal, { kind, id }: Pick<Pending, 'kind' | 'id'>, place: string): Promise<void> {
  await terminal.expect(new RegExp(`${kind[0]?.toUpperCase()}${kind.slice(1)} ${id}(?:, reported)? {2}${place}`));
  await terminal.expect('Decision?');
}
