import type { Row } from '../../server/platform/http/endpoint.ts';
import { feedbackService } from '../../server/routes/feedback/index.ts';

/**
 * Who may do what, derived from what the rows say of themselves (`auth`, method, path) and from the few rules of ownership below. The
 * tables are checked in as authorization.md, and authorization.sqlite.test.ts asks for every cell.
 */

interface Who {
  readonly role: 'customer' | 'staff' | null;
  readonly isAuthor?: true;
  readonly isGuest?: true;
  /** Signed in to the other project. */
  readonly isForeign?: true;
  /** Names this project in the header although the token is of the other. */
  readonly isMismatched?: true;
}

/** The columns. */
export const CALLERS = {
  anonymous: { role: null },
  guest: { role: null, isGuest: true },
  author: { role: 'customer', isAuthor: true },
  'other user': { role: 'customer' },
  staff: { role: 'staff' },
  admin: { role: 'staff' },
  'foreign staff': { role: 'staff', isForeign: true },
  'foreign staff, our header': { role: 'staff', isForeign: true, isMismatched: true },
  'API key': { role: null },
} as const satisfies Record<string, Who>;

export type Caller = keyof typeof CALLERS;

/** What is different from the usual: somebody else's record of the callers' project, which everybody is shown. */
export interface Situation {
  readonly title: string;
  readonly explanation: string;
  readonly callers: readonly Caller[];
  /** The record is one of the other project. */
  readonly isElsewhere?: true;
  /** The record is shown to its author and to staff alone: a rejected review, a changelog entry of the future. */
  readonly isHidden?: true;
  /** The project's setting `contentWriters` is `staff`. */
  readonly isStaffContent?: true;
  /** The project is switched off. */
  readonly isInactive?: true;
  /** Which rows are asked. */
  readonly concerns: (row: Row) => boolean;
}

export interface Expected {
  readonly status: number;
  /** Of a refusal. */
  readonly code?: string;
}

/** The resource whose record a row's `:id` names, by the head of its path. */
const RESOURCES = ['reviews', 'comments', 'posts', 'roadmap', 'changelog'] as const;
export type Resource = (typeof RESOURCES)[number];

/** Edited by the author alone, deleted by the author and by staff. */
const OWNED: readonly Resource[] = ['reviews', 'comments', 'posts'];
/** Written, changed and deleted by whom `contentWriters` names. */
const CONTENT: readonly Resource[] = ['roadmap', 'changelog'];

const NOT_FOUND: Readonly<Record<Resource, string>> = {
  reviews: 'review_not_found',
  comments: 'comment_not_found',
  posts: 'post_not_found',
  roadmap: 'roadmap_not_found',
  changelog: 'changelog_not_found',
};

const EVERYBODY = Object.keys(CALLERS) as Caller[];
const WITHOUT_HEADER = EVERYBODY.filter((caller) => !('isMismatched' in CALLERS[caller]));
const OURS = EVERYBODY.filter((caller) => !('isForeign' in CALLERS[caller]));
const HIDING = [
  'GET /reviews/:id',
  'PUT /reviews/:id',
  'DELETE /reviews/:id',
  'POST /comments',
  'GET /comments',
  'PUT /changelog/:id',
  'DELETE /changelog/:id',
];

/** The tables. */
export const SITUATIONS: readonly Situation[] = [
  {
    title: 'A record of the project',
    explanation:
      'Rows that name a record name one that the author wrote and everybody is shown. Lists and creations go to the project of the caller.',
    callers: EVERYBODY,
    concerns: () => true,
  },
  {
    title: 'A record of another project',
    explanation: 'The author wrote it, but is signed in to this project now. Whoever gets past the guard finds nothing.',
    callers: OURS,
    isElsewhere: true,
    concerns: (row) => recordOf(row, {}) !== null,
  },
  {
    title: 'A record that is not shown to everybody',
    explanation: 'A rejected review, what is said below it, and a changelog entry of the future: there for their author and for staff.',
    callers: WITHOUT_HEADER,
    isHidden: true,
    concerns: (row) => HIDING.includes(nameOf(row)),
  },
  {
    title: '`contentWriters: staff`',
    explanation: 'The project leaves roadmap and changelog to staff.',
    callers: WITHOUT_HEADER,
    isStaffContent: true,
    concerns: (row) => isContent(row),
  },
  {
    title: 'A project that is switched off',
    explanation: 'It is read as before, and nobody writes but its staff.',
    callers: ['anonymous', 'guest', 'author', 'staff'],
    isInactive: true,
    concerns: () => true,
  },
];

/** As `PUT /posts/:id`. */
export function nameOf({ method, path }: Row): string {
  return `${method.toUpperCase()} ${path}`;
}

/** The resource of the record that a row cannot do without; null for lists, creations, and what hangs on the caller alone. */
export function recordOf(row: Row, { isHidden }: Pick<Situation, 'isHidden'>): Resource | null {
  if (row.path === '/comments') return isHidden ? 'reviews' : 'posts';
  return row.path.includes(':id') ? resourceOf(row) : null;
}

export function expectedOf(row: Row, caller: Caller, situation: Situation): Expected {
  const who: Who = CALLERS[caller];
  const refusal = guardOf(row, who) ?? projectOf(row, who, situation) ?? absenceOf(row, who, situation) ?? ownershipOf(row, who);
  return refusal ?? { status: [row.status ?? 200].flat()[0] ?? 200 };
}

/** By who asks, before anything is looked up. */
function guardOf(row: Row, who: Who): Expected | null {
  if (who.isMismatched) return { status: 403, code: 'project_mismatch' };
  if (who.role === null && (row.auth === 'user' || row.auth === 'staff')) return { status: 401, code: 'not_authenticated' };
  return who.role === 'customer' && row.auth === 'staff' ? { status: 403, code: 'permission_denied' } : null;
}

/** By what the project allows. */
function projectOf(row: Row, who: Who, { isInactive, isStaffContent }: Situation): Expected | null {
  if (isInactive && row.tenant === 'active' && who.role !== 'staff') return { status: 403, code: 'project_inactive' };
  if (who.role === null && row.auth === 'userOrGuest' && !who.isGuest) return { status: 400, code: 'validation_error' };
  return isStaffContent && isContent(row) && who.role === 'customer' ? { status: 403, code: 'permission_denied' } : null;
}

function absenceOf(row: Row, who: Who, situation: Situation): Expected | null {
  const record = recordOf(row, situation);
  if (record === null) return null;
  const isOutOfReach = Boolean(situation.isElsewhere) !== Boolean(who.isForeign);
  const isHidden = situation.isHidden && !who.isAuthor && who.role !== 'staff';
  return isOutOfReach || isHidden ? { status: 404, code: NOT_FOUND[record] } : null;
}

function ownershipOf(row: Row, who: Who): Expected | null {
  const record = resourceOf(row);
  if (row.auth !== 'user' || record === null || !OWNED.includes(record) || !row.path.endsWith(':id') || who.isAuthor) return null;
  return row.method === 'put' || who.role !== 'staff' ? { status: 403, code: 'not_owner' } : null;
}

function isContent(row: Row): boolean {
  const resource = resourceOf(row);
  return row.method !== 'get' && resource !== null && CONTENT.includes(resource);
}

function resourceOf({ path }: Row): Resource | null {
  const head = path.replace('/admin', '').split('/')[1];
  return RESOURCES.find((resource) => resource === head) ?? null;
}

export function rowsOf({ concerns }: Situation): Row[] {
  return feedbackService.rows.filter(concerns);
}
