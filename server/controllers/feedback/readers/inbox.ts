import type { Handler } from '../../../platform/http/endpoint.ts';
import { ok } from '../../../platform/http/reply/reply.ts';
import { presentInboxItem } from '../../../presenters/feedback/inbox-item.ts';
import type { InboxParams, InboxRead, InboxReadAll } from '../../../schemas/feedback/readers/inbox.ts';
import type { Feedback } from '../../../services/feedback/feedback.ts';
import * as inbox from '../../../services/feedback/inbox/inbox.ts';

export const listInbox: Handler<unknown, inbox.InboxQuery, unknown, Feedback> = async (ctx, { query }) => {
  const { items, unread, next } = await inbox.listInbox(ctx, query);
  return ok({ success: true, message: 'Inbox listed.', data: items.map(presentInboxItem), unread, next });
};

export const updateInboxItem: Handler<InboxParams, unknown, InboxRead, Feedback> = async (ctx, { params }) =>
  ok({ success: true, message: 'Item read.', unread: await inbox.readItem(ctx, params.id) });

export const setInboxRead: Handler<unknown, unknown, InboxReadAll, Feedback> = async (ctx, { body }) =>
  ok({ success: true, message: 'Items read.', unread: await inbox.readAllItems(ctx, body.before) });
