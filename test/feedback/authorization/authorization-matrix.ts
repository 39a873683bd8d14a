import type { Endpoint } from '../../../server/platform/http/endpoint.ts';
import { feedbackService } from '../../../server/routes/feedback/index.ts';

/**
 * The permissions of each caller, derived from the endpoints (`auth`, method, path) and the rules of ownership below;
 * authorization.sqlite.test.ts sends a request for every one.
 */

interface Identity {
  readonly role: 'customer' | 'staff' | null;
  readonly isAuthor?: true;
  readonly isGuest?: true;
  /** A key of all projects. */
  readonly isKey?: true;
  /** Signed in to the other project. */
  readonly isForeign?: true;
  /** Names this project in the header although the token is of the other. */
  readonly isMismatched?: true;
}

/** The callers; an API key counts as no token where only users are admitted. */
export const CALLERS = {
  anonymous: { role: null },
  guest: { role: null, isGuest: true },
  author: { role: 'customer', isAuthor: true },
  'other user': { role: 'customer' },
  staff: { role: 'staff' },
  admin: { role: 'staff' },
  'foreign staff': { role: 'staff', isForeign: true },
  'foreign staff, our header': { role: 'staff', isForeign: true, isMismatched: true },
  'API key': { role: null, isKey: true },
} as const satisfies Record<string, Identity>;

export type Caller = keyof typeof CALLERS;

/** The circumstances of a request. By default the record belongs to another user of the callers' project and is visible to everybody. */
export interface Situation {
  readonly title: string;
  readonly callers: readonly Caller[];
  /** The record belongs to the other project. */
  readonly isElsewhere?: true;
  /** Only author and staff see the record: a rejected review, a changelog entry of the future. */
  readonly isHidden?: true;
  /** The project's setting `contentWriters` is `staff`. */
  readonly isStaffContent?: true;
  /** The project is switched off. */
  readonly isInactive?: true;
  /** Selects the endpoints that it concerns. */
  readonly includes: (endpoint: Endpoint) => boolean;
}

export interface Expected {
  readonly status: number;
  /** The error code of a refusal. */
  readonly code?: string;
}

/** The resources with records; an endpoint belongs to the one that its path begins with. */
const RESOURCES = ['reviews', 'comments', 'posts', 'roadmap', 'changelog', 'reports'] as const;
export type Resource = (typeof RESOURCES)[number];

/** Only the author may edit these; author and staff may delete them. */
const OWNED: readonly Resource[] = ['reviews', 'comments', 'posts'];
/** The setting `contentWriters` decides who may write these. */
const CONTENT: readonly Resource[] = ['roadmap', 'changelog'];

const NOT_FOUND: Readonly<Record<Resource, string>> = {
  reviews: 'review_not_found',
  comments: 'comment_not_found',
  posts: 'post_not_found',
  roadmap: 'roadmap_not_found',
  changelog: 'changelog_not_found',
  reports: 'report_not_found',
};

const EVERYBODY = Object.keys(CALLERS) as Caller[];
const WITHOUT_HEADER = EVERYBODY.filter((caller) => !('isMismatched' in CALLERS[caller]));
const SAME_PROJECT = EVERYBODY.filter((caller) => !('isForeign' in CALLERS[caller]));
export const HIDDEN_RECORD_ENDPOINTS = [
  'GET /reviews/:id',
  'PUT /reviews/:id',
  'DELETE /reviews/:id',
  'POST /comments',
  'GET /comments',
  'PUT /changelog/:id',
  'DELETE /changelog/:id',
];

export const SITUATIONS: readonly Situation[] = [
  {
    title: 'A record of the project',
    // The record was written by the author and is visible to everybody. Lists and creations use the project of the caller.
    callers: EVERYBODY,
    includes: () => true,
  },
  {
    title: 'A record of another project',
    // The author wrote it, but is signed in to this project now. A caller who passes the guard gets 404.
    callers: SAME_PROJECT,
    isElsewhere: true,
    includes: (endpoint) => recordOf(endpoint, {}) !== null,
  },
  {
    title: 'A hidden record',
    // Only author and staff see a rejected review, its comments, and a changelog entry of the future.
    callers: WITHOUT_HEADER,
    isHidden: true,
    includes: (endpoint) => HIDDEN_RECORD_ENDPOINTS.includes(nameOf(endpoint)),
  },
  {
    title: '`contentWriters: staff`',
    // Only staff of the project may write roadmap and changelog.
    callers: WITHOUT_HEADER,
    isStaffContent: true,
    includes: (endpoint) => isContent(endpoint),
  },
  {
    title: 'A project that is switched off',
    // Reading works as before. Only staff may write.
    callers: ['anonymous', 'guest', 'author', 'staff'],
    isInactive: true,
    includes: () => true,
  },
];

/** A name such as `PUT /posts/:id`. */
export function nameOf({ method, path }: Endpoint): string {
  return `${method.toUpperCase()} ${path}`;
}

/** The resource of the record that a request needs; null for lists, creations and the caller's own rows. */
export function recordOf(endpoint: Endpoint, { isHidden }: Pick<Situation, 'isHidden'>): Resource | null {
  if (endpoint.path === '/comments') return isHidden ? 'reviews' : 'posts';
  if (endpoint.path === '/reports') return 'posts';
  return /:id|:entityId/.test(endpoint.path) ? resourceOf(endpoint) : null;
}

export function expectedOf(endpoint: Endpoint, caller: Caller, situation: Situation): Expected {
  const identity: Identity = CALLERS[caller];
  const refusal =
    guardRefusal(endpoint, identity) ??
    projectRefusal(endpoint, identity, situation) ??
    absence(endpoint, identity, situation) ??
    ownershipRefusal(endpoint, identity);
  return refusal ?? { status: [endpoint.status ?? 200].flat()[0] ?? 200 };
}

/** The refusal that depends only on the caller. */
function guardRefusal(endpoint: Endpoint, identity: Identity): Expected | null {
  if (identity.isMismatched) return { status: 403, code: 'project_mismatch' };
  const isForStaff = endpoint.auth === 'manager';
  if (isForStaff && identity.isKey) return null;
  // the staff of these tests are operators, who have no inbox
  if (isInbox(endpoint) && identity.role === 'staff') return { status: 403, code: 'permission_denied' };
  if (identity.role === null && (endpoint.auth === 'user' || isForStaff)) return { status: 401, code: 'not_authenticated' };
  return identity.role === 'customer' && isForStaff ? { status: 403, code: 'permission_denied' } : null;
}

/** The refusal that depends on the state and settings of the project. */
function projectRefusal(endpoint: Endpoint, identity: Identity, { isInactive, isStaffContent }: Situation): Expected | null {
  if (isInactive && endpoint.tenant === 'active' && identity.role !== 'staff') return { status: 403, code: 'project_inactive' };
  if (identity.role === null && endpoint.auth === 'userOrGuest' && !identity.isGuest) return { status: 400, code: 'validation_error' };
  return isStaffContent && isContent(endpoint) && identity.role === 'customer' ? { status: 403, code: 'permission_denied' } : null;
}

function absence(endpoint: Endpoint, identity: Identity, situation: Situation): Expected | null {
  if (endpoint.path === '/me/inbox/:id') return { status: 404, code: 'inbox_item_not_found' };
  const record = recordOf(endpoint, situation);
  if (record === null) return null;
  const isOtherProject = Boolean(situation.isElsewhere) !== Boolean(identity.isForeign);
  const isHidden = situation.isHidden && !identity.isAuthor && identity.role !== 'staff';
  return isOtherProject || isHidden ? { status: 404, code: NOT_FOUND[record] } : null;
}

function ownershipRefusal(endpoint: Endpoint, identity: Identity): Expected | null {
  const record = resourceOf(endpoint);
  if (endpoint.path === '/reports') return identity.isAuthor ? { status: 400, code: 'own_content' } : null;
  if (endpoint.auth !== 'user' || record === null || !OWNED.includes(record) || !endpoint.path.endsWith(':id') || identity.isAuthor)
    return null;
  return endpoint.method === 'put' || identity.role !== 'staff' ? { status: 403, code: 'not_owner' } : null;
}

function isInbox({ path }: Endpoint): boolean {
  return path.startsWith('/me/inbox');
}

function isContent(endpoint: Endpoint): boolean {
  const resource = resourceOf(endpoint);
  return endpoint.method !== 'get' && resource !== null && CONTENT.includes(resource);
}

function resourceOf({ path }: Endpoint): Resource | null {
  const head = path.replace('/admin', '').split('/')[1];
  return RESOURCES.find((resource) => resource === head) ?? null;
}

export function endpointsOf({ includes }: Situation): Endpoint[] {
  return feedbackService.endpoints.filter(includes);
}
