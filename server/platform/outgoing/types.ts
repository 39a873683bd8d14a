import { boolean, date, type Fields, number, numbers, time, word, words } from './fields.ts';

export type EventService = 'feedback' | 'auth' | 'apps' | 'platform';

/** A type of event: all that its `data` may carry. Everything else in its row stays in the house. */
export interface EventType {
  readonly service: EventService;
  /** Sentence for the API reference. */
  readonly summary: string;
  /** Values that identify what the event is about, beside its subject. */
  readonly ids: Fields;
  /** Values of `before` and `after`. */
  readonly values: Fields;
  readonly parts: readonly ('before' | 'after')[];
  /** Whether `data.changed` names the changed values, those that the event leaves out too. */
  readonly namesChanges: boolean;
  /** The texts for webhooks with `content`. */
  readonly texts: readonly string[];
}

type Shape = 'created' | 'changed' | 'deleted' | 'happened';

const PARTS = { created: ['after'], changed: ['before', 'after'], deleted: ['before'], happened: [] } as const;

interface Details {
  readonly ids?: Fields;
  readonly values?: Fields;
  readonly texts?: readonly string[];
  readonly namesChanges?: boolean;
}

function type(service: EventService, shape: Shape, summary: string, details: Details = {}): EventType {
  const { ids = {}, values = {}, texts = [], namesChanges = false } = details;
  return { service, summary, ids, values, texts, namesChanges, parts: PARTS[shape] };
}

const ITEM = { itemType: word('product'), itemId: number(8) };
const REVIEW = { rating: number(5), status: word('approved') };
const REVIEW_TEXTS = ['title', 'comment'];
const ENTITY = { entityType: word('post'), entityId: number(12) };
const COMMENT = { ...ENTITY, parentId: number(3) };
const STATUS = { status: word('visible') };
const POST = { category: word('feature'), status: word('planned') };
const POST_TEXTS = ['title', 'description'];
const ROADMAP = { status: word('in_progress'), targetDate: date(), position: number(2), postId: number(12) };
const CHANGELOG = { type: word('added'), version: word('2.1.0'), publishedAt: time(), linkedPostIds: numbers([12]) };
const CHANGELOG_TEXTS = ['title', 'content', 'titleAr', 'contentAr'];
const USER = { role: word('customer'), status: word('active'), language: word('en'), notifications: boolean() };
const APP = { platform: word('both'), packageName: word('com.example.app'), isActive: boolean() };
const CURRENT = { currentVersion: word('1.2.0'), currentVersionCode: number(3) };
const OF_VERSION = { versionId: number(7) };
const VERSION = {
  versionName: word('1.2.0'),
  versionCode: number(3),
  minVersion: word('1.0.0'),
  isForce: boolean(false),
  isActive: boolean(),
  platform: word('ios'),
  rolloutPercent: number(20),
  rolloutState: word('active'),
  priority: word('normal'),
  minOsVersion: word('16'),
};
const OF_WINDOW = { maintenanceId: number(4) };
const WINDOW = { isActive: boolean(), startAt: time(), endAt: time(), announceFrom: time(), mode: word('full'), platforms: words(['ios']) };
const WINDOW_TEXTS = ['messageEn', 'messageAr'];
const OF_FLAG = { flagKey: word('checkout') };
const FLAG = { isEnabled: boolean(), valueType: word('boolean'), kind: word('release') };
const OF_SEGMENT = { segmentKey: word('riyadh') };
const OPERATOR = { role: word('admin'), owner: boolean(false), isActive: boolean() };
const KEY = { scopes: words(['read']), apps: words(['my-app']), expiresAt: time() };

const FEEDBACK = {
  'review.created': type('feedback', 'created', 'A review was written.', { ids: ITEM, values: REVIEW, texts: REVIEW_TEXTS }),
  'review.updated': type('feedback', 'changed', 'Its author changed a review.', {
    ids: ITEM,
    values: REVIEW,
    texts: REVIEW_TEXTS,
    namesChanges: true,
  }),
  'review.status_changed': type('feedback', 'changed', 'A review got another status.', {
    values: { status: word('rejected') },
    texts: REVIEW_TEXTS,
  }),
  'review.deleted': type('feedback', 'deleted', 'A review was deleted.', { ids: ITEM, values: REVIEW }),
  'comment.created': type('feedback', 'created', 'A comment was written.', { ids: COMMENT, values: STATUS, texts: ['content'] }),
  'comment.updated': type('feedback', 'changed', 'Its author changed a comment.', { ids: COMMENT, values: STATUS, texts: ['content'] }),
  'comment.moderated': type('feedback', 'changed', 'A comment got another moderation state.', { values: STATUS, texts: ['content'] }),
  'comment.deleted': type('feedback', 'deleted', 'A comment was deleted.', { ids: COMMENT, values: STATUS }),
  'post.created': type('feedback', 'created', 'A feature request was written.', { values: POST, texts: POST_TEXTS }),
  'post.updated': type('feedback', 'changed', 'Its author changed a feature request.', {
    values: POST,
    texts: POST_TEXTS,
    namesChanges: true,
  }),
  'post.status_changed': type('feedback', 'changed', 'A feature request got another status.', {
    values: { status: word('planned') },
    texts: POST_TEXTS,
  }),
  'post.moderated': type('feedback', 'changed', 'A feature request got another moderation state.', { values: STATUS, texts: POST_TEXTS }),
  'post.deleted': type('feedback', 'deleted', 'A feature request was deleted.', { values: POST }),
  'vote.changed': type('feedback', 'created', 'The votes for a feature request changed; at most twice a minute, with the last number.', {
    values: { votesCount: number(41) },
    texts: POST_TEXTS,
  }),
  'roadmap.created': type('feedback', 'created', 'A roadmap item was added.', { values: ROADMAP, texts: POST_TEXTS }),
  'roadmap.updated': type('feedback', 'changed', 'A roadmap item was changed.', { values: ROADMAP, texts: POST_TEXTS, namesChanges: true }),
  'roadmap.deleted': type('feedback', 'deleted', 'A roadmap item was deleted.', { values: ROADMAP }),
  'changelog.published': type('feedback', 'created', 'A changelog entry reached its time.', { values: CHANGELOG, texts: CHANGELOG_TEXTS }),
  'changelog.updated': type('feedback', 'changed', 'A changelog entry was changed.', {
    values: CHANGELOG,
    texts: CHANGELOG_TEXTS,
    namesChanges: true,
  }),
  'changelog.deleted': type('feedback', 'deleted', 'A changelog entry was deleted.', { values: CHANGELOG }),
  'report.created': type('feedback', 'created', 'A user reported content.', {
    ids: ENTITY,
    values: { reason: word('spam'), count: number(1), state: word('open') },
  }),
  'report.resolved': type('feedback', 'changed', 'A moderator decided on reports.', { ids: ENTITY, values: { state: word('dismissed') } }),
};

const AUTH = {
  'user.registered': type('auth', 'happened', 'A user registered.'),
  'user.updated': type('auth', 'changed', 'A user changed the profile or the settings.', { values: USER, namesChanges: true }),
  'user.status_changed': type('auth', 'changed', 'A user got another status.', { values: { status: word('suspended') } }),
  'user.role_changed': type('auth', 'changed', 'A user got another role.', { values: { role: word('staff') } }),
  'user.phone_changed': type('auth', 'happened', 'A user changed the phone.'),
  'user.email_proved': type('auth', 'happened', 'A user proved the e-mail address.'),
  'user.deletion_requested': type('auth', 'happened', 'A user asked for the deletion of the account.', { ids: { deletesAt: time() } }),
  'user.deletion_withdrawn': type('auth', 'happened', 'A user restored the account.'),
  'user.erased': type('auth', 'happened', 'The data of a user was erased.'),
  'user.exported': type('auth', 'happened', 'The data of a user was exported.'),
  'session.reuse': type('auth', 'happened', 'A refresh token was used again, and its session ended.'),
  'login.locked': type('auth', 'happened', 'Wrong passwords locked a sign-in.', { ids: { attempts: number(5), seconds: number(900) } }),
  'otp.locked': type('auth', 'happened', 'Wrong codes locked a phone.', { ids: { attempts: number(10), seconds: number(900) } }),
  'otp.guard_acted': type('auth', 'happened', 'The guard slows codes down that nobody uses.', {
    ids: {
      dimension: word('country'),
      country: word('SA'),
      window: word('hour'),
      unused: number(40),
      used: number(2),
      availableIn: number(300),
    },
  }),
  'otp.cap_reached': type('auth', 'happened', 'The codes of a day reached 80 or 100 per cent of the cap.', {
    ids: { messages: number(800), capPerDay: number(1000) },
  }),
};

const APPS = {
  'app.created': type('apps', 'created', 'An app was registered.', { values: APP }),
  'app.changed': type('apps', 'changed', 'An app was changed.', { values: { ...APP, ...CURRENT }, namesChanges: true }),
  'version.published': type('apps', 'created', 'A release was published.', { ids: OF_VERSION, values: VERSION }),
  'version.changed': type('apps', 'changed', 'A release was changed.', { ids: OF_VERSION, values: VERSION, namesChanges: true }),
  'version.rollout_changed': type('apps', 'changed', 'The rollout of a release was changed.', { ids: OF_VERSION, values: VERSION }),
  'version.halted': type('apps', 'changed', 'A release was halted, by an operator or the crash guard.', {
    ids: OF_VERSION,
    values: VERSION,
  }),
  'version.resumed': type('apps', 'changed', 'A halted release goes on.', { ids: OF_VERSION, values: VERSION }),
  'version.rolled_back': type('apps', 'changed', 'A release was rolled back.', { ids: OF_VERSION, values: VERSION }),
  'version.crashes': type('apps', 'happened', 'A release crashes more often than its guard allows.', { ids: OF_VERSION }),
  'maintenance.scheduled': type('apps', 'created', 'Maintenance was scheduled.', {
    ids: OF_WINDOW,
    values: WINDOW,
    texts: WINDOW_TEXTS,
  }),
  'maintenance.started': type('apps', 'changed', 'Maintenance started, by hand or at its time.', {
    ids: OF_WINDOW,
    values: WINDOW,
    texts: WINDOW_TEXTS,
  }),
  'maintenance.ended': type('apps', 'changed', 'Maintenance ended, by hand or at its time.', {
    ids: OF_WINDOW,
    values: WINDOW,
    texts: WINDOW_TEXTS,
  }),
  'maintenance.canceled': type('apps', 'deleted', 'Scheduled maintenance was canceled.', { ids: OF_WINDOW, values: WINDOW }),
  'flag.created': type('apps', 'created', 'A feature flag was created.', { ids: OF_FLAG, values: FLAG }),
  'flag.changed': type('apps', 'changed', 'A feature flag was changed.', { ids: OF_FLAG, values: FLAG, namesChanges: true }),
  'flag.deleted': type('apps', 'deleted', 'A feature flag was deleted.', { ids: OF_FLAG, values: FLAG }),
  'segment.created': type('apps', 'created', 'A segment was created.', { ids: OF_SEGMENT }),
  'segment.changed': type('apps', 'changed', 'A segment was changed.', { ids: OF_SEGMENT, namesChanges: true }),
  'segment.deleted': type('apps', 'deleted', 'A segment was deleted.', { ids: OF_SEGMENT }),
};

const PLATFORM = {
  'operator.created': type('platform', 'created', 'An operator was created.', { values: OPERATOR }),
  'operator.changed': type('platform', 'changed', 'An operator was changed.', { values: OPERATOR, namesChanges: true }),
  'key.issued': type('platform', 'created', 'An API key was issued.', { values: KEY }),
  'key.revoked': type('platform', 'deleted', 'An API key was revoked.', { values: KEY }),
  'project.created': type('platform', 'created', 'A project was created.', { values: { isActive: boolean() } }),
  'project.changed': type('platform', 'changed', 'A project or its settings were changed.', {
    values: { isActive: boolean() },
    namesChanges: true,
  }),
  'webhook.test': type('platform', 'happened', 'An administrator tests a webhook.'),
  'webhook.disabled': type('platform', 'happened', 'A webhook was disabled, because its receiver is gone or fails.', {
    ids: { reason: word('gone') },
  }),
};

/** All types of events by name. */
export const EVENT_TYPES: Readonly<Record<string, EventType>> = { ...FEEDBACK, ...AUTH, ...APPS, ...PLATFORM };

export type EventTypeName = keyof (typeof FEEDBACK & typeof AUTH & typeof APPS & typeof PLATFORM);

/** Only webhooks of all projects may name it. */
export function isPlatformType(name: string): boolean {
  return EVENT_TYPES[name]?.service === 'platform';
}

/** Acts whose event has another name than their audit row. */
const NAMES: Readonly<Record<string, EventTypeName>> = {
  'reports.dismissed': 'report.resolved',
  'reports.removed': 'report.resolved',
  // reports hide content until a moderator decides
  'review.hidden': 'review.status_changed',
  'comment.hidden': 'comment.moderated',
  'post.hidden': 'post.moderated',
};

/** The type of the event of an audited act; null for an act that only the audit log has. */
export function typeOfAction(action: string): string | null {
  const name = NAMES[action] ?? action;
  return Object.hasOwn(EVENT_TYPES, name) ? name : null;
}
