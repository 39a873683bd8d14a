import * as roadmap from '../../controllers/feedback/roadmap.ts';
import { del, get, post, put } from '../../platform/http/endpoint.ts';
import { DeletedBody } from '../../platform/http/input/envelope.ts';
import { IdParams } from '../../schemas/feedback/fields.ts';
import { RoadmapCreate, RoadmapList, RoadmapPatch, RoadmapQuery, RoadmapReply } from '../../schemas/feedback/roadmap.ts';

const write = { auth: 'user', tenant: 'active', limit: 'write' } as const;
const WRITERS = 'The project setting `contentWriters` decides who may do this: all signed-in users (default), or staff only.';

export const endpoints = [
  get(
    '/roadmap',
    {
      auth: 'optionalUser',
      isShared: true,
      tenant: true,
      limit: 'read',
      pool: 'wide',
      query: RoadmapQuery,
      reply: RoadmapList,
      summary: 'The roadmap: planned, in progress, completed; by position within each',
    },
    roadmap.listRoadmapItems,
  ),
  post(
    '/roadmap',
    {
      ...write,
      idempotent: true,
      status: 201,
      body: RoadmapCreate,
      reply: RoadmapReply,
      summary: 'Add an item to the roadmap',
      description: WRITERS,
      refusals: ['403 permission_denied', '404 post_not_found'],
    },
    roadmap.createRoadmapItem,
  ),
  put(
    '/roadmap/:id',
    {
      ...write,
      params: IdParams,
      body: RoadmapPatch,
      reply: RoadmapReply,
      summary: 'Change an item of the roadmap',
      description: `An item that gets another status and no position becomes the last of the new one. ${WRITERS}`,
      refusals: ['403 permission_denied', '404 post_not_found', '404 roadmap_not_found'],
    },
    roadmap.updateRoadmapItem,
  ),
  del(
    '/roadmap/:id',
    {
      ...write,
      params: IdParams,
      reply: DeletedBody,
      summary: 'Delete an item of the roadmap, with its comments',
      description: WRITERS,
      refusals: ['403 permission_denied', '404 roadmap_not_found'],
    },
    roadmap.deleteRoadmapItem,
  ),
];
