import type { InboxItemBody } from '../../../server/schemas/feedback/readers/inbox.ts';
import type { Client } from '../../support/requests/client.ts';

export interface InboxBody {
  readonly data: readonly InboxItemBody[];
  readonly unread: number;
  readonly next: string | null;
}

/** The inbox of the caller, with a query such as `?limit=1`. */
export async function inboxOf(caller: Client, query = ''): Promise<InboxBody> {
  return (await caller.get(`/me/inbox${query}`).expect(200)).body;
}

/** The types of the items in the inbox of the caller, newest first. */
export async function typesOf(caller: Client): Promise<string[]> {
  return (await inboxOf(caller)).data.map(({ type }) => type);
}
