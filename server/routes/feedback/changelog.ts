import * as changelog from '../../controllers/feedback/changelog.ts';
import { del, get, post, put } from '../../platform/http/endpoint.ts';
import { DeletedBody } from '../../platform/http/input/envelope.ts';
import {
  ChangelogCreate,
  ChangelogDryRunBody,
  ChangelogDryRunQuery,
  ChangelogList,
  ChangelogPatch,
  ChangelogQuery,
  ChangelogReply,
} from '../../schemas/feedback/changelog.ts';
import { IdParams } from '../../schemas/feedback/fields.ts';

const write = { auth: 'user', tenant: 'active', limit: 'write' } as const;
const WRITERS = 'The project setting `contentWriters` decides who may do this: all signed-in users (default), or staff only.';
const PUBLICATION =
  'At `publishedAt` an entry of staff completes the posts that it links to, unless they are declined, and their authors, voters and ' +
  'subscribers hear of it once, in the inbox and by mail. An entry of a user only links to them. Edits tell no one again, and links that ' +
  'an edit adds complete nothing. `announce` shows the entry in the inbox of everybody who is registered then, without a mail.';
const HIDDEN = 'Before its `publishedAt`, an entry exists for staff and its creator only.';

export const endpoints = [
  get(
    '/changelog',
    {
      auth: 'optionalUser',
      isShared: true,
      tenant: true,
      limit: 'read',
      pool: 'wide',
      query: ChangelogQuery,
      reply: ChangelogList,
      summary: 'The changelog, newest first',
      description: HIDDEN,
    },
    changelog.listChangelogEntries,
  ),
  post(
    '/changelog',
    {
      ...write,
      idempotent: true,
      status: 201,
      query: ChangelogDryRunQuery,
      pool: ({ query }) => (query.dryRun ? 'wide' : 'database'),
      dryRunReply: ChangelogDryRunBody,
      body: ChangelogCreate,
      reply: ChangelogReply,
      summary: 'Add an entry to the changelog',
      description: `${PUBLICATION} ${WRITERS}`,
      refusals: ['403 permission_denied', '404 post_not_found'],
    },
    changelog.createChangelogEntry,
  ),
  put(
    '/changelog/:id',
    {
      ...write,
      params: IdParams,
      body: ChangelogPatch,
      reply: ChangelogReply,
      summary: 'Change an entry of the changelog',
      description: `${HIDDEN} ${WRITERS}`,
      refusals: ['403 permission_denied', '404 changelog_not_found', '404 post_not_found'],
    },
    changelog.updateChangelogEntry,
  ),
  del(
    '/changelog/:id',
    {
      ...write,
      params: IdParams,
      reply: DeletedBody,
      summary: 'Delete an entry of the changelog, with its comments',
      description: `${HIDDEN} ${WRITERS}`,
      refusals: ['403 permission_denied', '404 changelog_not_found'],
    },
    changelog.deleteChangelogEntry,
  ),
];
