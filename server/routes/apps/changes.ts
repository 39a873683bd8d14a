import * as changes from '../../controllers/apps/changes.ts';
import { poolOf } from '../../controllers/apps/dry-run.ts';
import { get, post } from '../../platform/http/endpoint.ts';
import { SlugParams } from '../../schemas/apps/apps.ts';
import { ChangeBody, ChangeParams, ChangesBody, ChangesQuery, UndoBody, UndoDryRunBody } from '../../schemas/apps/changes.ts';
import { DryRunQuery } from '../../schemas/apps/dry-run.ts';

const shared = { auth: 'manager', reach: 'app', limit: 'admin' } as const;

export const endpoints = [
  get(
    '/admin/apps/:slug/changes',
    {
      ...shared,
      params: SlugParams,
      query: ChangesQuery,
      reply: ChangesBody,
      summary: 'The changes of an app, newest first',
      description:
        'The rows of the audit log about the app, its flags, segments, versions and maintenance, as far as the caller may see them there: ' +
        'staff see their own. `nextBefore` leads to the next page.',
      refusals: ['404 app_not_found'],
    },
    changes.listChanges,
  ),
  post(
    '/admin/apps/:slug/changes/:id/undo',
    {
      ...shared,
      query: DryRunQuery,
      pool: poolOf,
      dryRunReply: UndoDryRunBody,
      params: ChangeParams,
      body: UndoBody,
      reply: ChangeBody,
      summary: 'Undo a change',
      description:
        'Writes a new change of the flag, segment, release, maintenance or app: what was created is deleted, what was deleted is created ' +
        'again, and changed fields are set back. An undo can be undone too. 409 `changed_since` names the later changes, and ' +
        '`not_undoable` the request to use instead: releases and apps are never deleted, and time may have closed the way back.',
      refusals: [
        '404 app_not_found',
        '404 change_not_found',
        '409 changed_since',
        '409 not_undoable',
        '409 in_use',
        '409 prerequisite_conflict',
        '409 flag_limit',
        '409 segment_limit',
        '409 targeting_too_large',
        '409 version_code_not_incrementing',
        '409 maintenance_limit',
      ],
    },
    changes.undoChange,
  ),
];
