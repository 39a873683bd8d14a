import { listInbox, setInboxRead, updateInboxItem } from '../../../controllers/feedback/readers/inbox.ts';
import { get, post, put } from '../../../platform/http/endpoint.ts';
import { InboxList, InboxParams, InboxQuery, InboxRead, InboxReadAll, UnreadReply } from '../../../schemas/feedback/readers/inbox.ts';

const write = { auth: 'user', tenant: 'active', limit: 'write', reply: UnreadReply } as const;

export const endpoints = [
  get(
    '/me/inbox',
    {
      auth: 'user',
      tenant: true,
      limit: 'read',
      query: InboxQuery,
      reply: InboxList,
      summary: 'The inbox of the signed-in user, newest first',
      description:
        'What happened to the posts, reviews and comments of the user, and to the posts that the user follows, in the last 90 days. Items ' +
        'whose target was hidden or deleted are left out. Operators have no inbox.',
      refusals: ['403 permission_denied'],
    },
    listInbox,
  ),
  put(
    '/me/inbox/:id',
    {
      ...write,
      params: InboxParams,
      body: InboxRead,
      summary: 'Mark an item as read; repeated, it changes nothing',
      refusals: ['403 permission_denied', '404 inbox_item_not_found'],
    },
    updateInboxItem,
  ),
  post(
    '/me/inbox/read-all',
    { ...write, body: InboxReadAll, summary: 'Mark all items as read', refusals: ['403 permission_denied'] },
    setInboxRead,
  ),
];
