export const PASSWORD = 'correct horse battery';
export const NEW_PASSWORD = 'another horse battery';
export const PHONE = '+15550100001';
export const CODE = '4711081547';
const EXPIRES_AT = '2100-01-01T00:00:00.000Z';

export type Values = Readonly<Record<string, unknown>>;

/** One request to an administrative endpoint, and the audit row that it leaves. */
export interface AuditedStep {
  readonly path: string;
  readonly body?: Values;
  readonly action: string;
  readonly subject: string;
  readonly target?: string;
  readonly projectId?: number;
  readonly before?: Values | string;
  readonly after?: Values | string;
}

const APP = { slug: 'audited', name: 'Audited', platform: 'both', packageName: 'com.example.audited' };
const OTHER_APP = { ...APP, slug: 'audited-staging' };
const FLAG = { flagKey: 'checkout', isEnabled: true };
const SEGMENT = { key: 'riyadh', conditions: [{ attribute: 'city', operator: 'in', values: ['Riyadh'] }] };
const ISSUED = { name: 'ci', scopes: ['read'], expiresAt: EXPIRES_AT };
const WEBHOOK = { events: ['review.*'], description: null, format: 'slack', language: 'en', content: false };
const OPERATOR = { username: 'audited', email: 'audited@example.com', role: 'admin' };

/**
 * Each endpoint with its request, in an order in which all succeed; `:last` is the last id in an answer, `:change` that of the newest audit
 * row, `:user` a user.
 */
export const AUDITED_STEPS: readonly (readonly [endpoint: string, step: AuditedStep])[] = [
  ['post /admin/apps', { path: '/admin/apps', body: APP, action: 'app.created', subject: 'app:audited', after: APP }],
  [
    'put /admin/apps/:slug',
    {
      path: '/admin/apps/audited',
      body: { name: 'Renamed', isActive: true },
      action: 'app.changed',
      subject: 'app:audited',
      before: { name: 'Audited' },
      after: { name: 'Renamed' },
    },
  ],
  [
    'post /admin/apps/:slug/versions',
    {
      path: '/admin/apps/audited/versions',
      body: { versionName: '1.1.0', versionCode: 2 },
      action: 'version.published',
      subject: 'app:audited',
      target: 'version::last',
      after: { versionName: '1.1.0', versionCode: 2, isForce: false, isActive: true },
    },
  ],
  [
    'post /admin/apps/:slug/versions',
    {
      path: '/admin/apps/audited/versions',
      body: { versionName: '1.2.0', versionCode: 3 },
      action: 'version.published',
      subject: 'app:audited',
      target: 'version::last',
      after: { versionName: '1.2.0', versionCode: 3, isForce: false, isActive: true },
    },
  ],
  [
    'put /admin/apps/:slug/versions/:id',
    {
      path: '/admin/apps/audited/versions/:last',
      body: { isForce: true },
      action: 'version.changed',
      subject: 'app:audited',
      target: 'version::last',
      before: { isForce: false },
      after: { isForce: true },
    },
  ],
  [
    'post /admin/apps/:slug/versions/:id/rollout',
    {
      path: '/admin/apps/audited/versions/:last/rollout',
      body: { percent: 20 },
      action: 'version.rollout_changed',
      subject: 'app:audited',
      target: 'version::last',
      before: { rolloutPercent: 100 },
      after: { rolloutPercent: 20 },
    },
  ],
  [
    'post /admin/apps/:slug/versions/:id/halt',
    {
      path: '/admin/apps/audited/versions/:last/halt',
      body: {},
      action: 'version.halted',
      subject: 'app:audited',
      target: 'version::last',
      before: { rolloutState: 'active' },
      after: { rolloutState: 'halted' },
    },
  ],
  [
    'post /admin/apps/:slug/versions/:id/resume',
    {
      path: '/admin/apps/audited/versions/:last/resume',
      body: {},
      action: 'version.resumed',
      subject: 'app:audited',
      target: 'version::last',
      before: { rolloutState: 'halted' },
      after: { rolloutState: 'active' },
    },
  ],
  [
    'post /admin/apps/:slug/versions/:id/rollback',
    {
      path: '/admin/apps/audited/versions/:last/rollback',
      body: {},
      action: 'version.rolled_back',
      subject: 'app:audited',
      target: 'version::last',
      before: { rolloutState: 'active' },
      after: { rolloutState: 'halted' },
    },
  ],
  [
    'put /admin/apps/:slug/maintenance',
    {
      path: '/admin/apps/audited/maintenance',
      body: { isActive: true, messageEn: 'Back soon' },
      action: 'maintenance.started',
      subject: 'app:audited',
      target: 'maintenance::last',
      before: { isActive: false },
      after: { isActive: true, messageEn: 'Back soon' },
    },
  ],
  [
    'put /admin/apps/:slug/maintenance',
    {
      path: '/admin/apps/audited/maintenance',
      body: { isActive: true, startAt: EXPIRES_AT, platforms: ['ios'] },
      action: 'maintenance.scheduled',
      subject: 'app:audited',
      target: 'maintenance::last',
      after: { isActive: true, startAt: EXPIRES_AT, platforms: ['ios'] },
    },
  ],
  [
    'put /admin/apps/:slug/maintenance/:id',
    {
      path: '/admin/apps/audited/maintenance/:last',
      body: { mode: 'read_only', messageEn: 'Soon' },
      action: 'maintenance.changed',
      subject: 'app:audited',
      target: 'maintenance::last',
      before: { mode: 'full', messageEn: null },
      after: { mode: 'read_only', messageEn: 'Soon' },
    },
  ],
  [
    'delete /admin/apps/:slug/maintenance/:id',
    {
      path: '/admin/apps/audited/maintenance/:last',
      action: 'maintenance.canceled',
      subject: 'app:audited',
      target: 'maintenance::last',
      before: { startAt: EXPIRES_AT, endAt: null, mode: 'read_only', platforms: ['ios'], testers: null },
    },
  ],
  [
    'post /admin/apps/:slug/features',
    {
      path: '/admin/apps/audited/features',
      body: FLAG,
      action: 'flag.created',
      subject: 'app:audited',
      target: 'flag:checkout',
      after: FLAG,
    },
  ],
  [
    'put /admin/apps/:slug/features/:flagKey',
    {
      path: '/admin/apps/audited/features/checkout',
      body: { isEnabled: false },
      action: 'flag.changed',
      subject: 'app:audited',
      target: 'flag:checkout',
      before: { isEnabled: true },
      after: { isEnabled: false },
    },
  ],
  ['post /admin/apps', { path: '/admin/apps', body: OTHER_APP, action: 'app.created', subject: 'app:audited-staging', after: OTHER_APP }],
  [
    'post /admin/apps/:slug/features/copy',
    {
      path: '/admin/apps/audited-staging/features/copy',
      body: { from: 'audited', keys: ['checkout'] },
      action: 'flag.created',
      subject: 'app:audited-staging',
      target: 'flag:checkout',
      after: { flagKey: 'checkout', isEnabled: false },
    },
  ],
  [
    'delete /admin/apps/:slug/features/:flagKey',
    {
      path: '/admin/apps/audited/features/checkout',
      action: 'flag.deleted',
      subject: 'app:audited',
      target: 'flag:checkout',
      before: { isEnabled: false, description: null, config: null },
    },
  ],
  [
    'post /admin/apps/:slug/segments',
    {
      path: '/admin/apps/audited/segments',
      body: SEGMENT,
      action: 'segment.created',
      subject: 'app:audited',
      target: 'segment:riyadh',
      after: SEGMENT,
    },
  ],
  [
    'put /admin/apps/:slug/segments/:key',
    {
      path: '/admin/apps/audited/segments/riyadh',
      body: { name: 'Riyadh' },
      action: 'segment.changed',
      subject: 'app:audited',
      target: 'segment:riyadh',
      before: { name: null },
      after: { name: 'Riyadh' },
    },
  ],
  [
    'delete /admin/apps/:slug/segments/:key',
    {
      path: '/admin/apps/audited/segments/riyadh',
      action: 'segment.deleted',
      subject: 'app:audited',
      target: 'segment:riyadh',
      before: { name: 'Riyadh', conditions: JSON.stringify(SEGMENT.conditions) },
    },
  ],
  [
    'post /admin/apps/:slug/changes/:id/undo',
    {
      path: '/admin/apps/audited/changes/:change/undo',
      body: { reason: 'Still needed' },
      action: 'segment.created',
      subject: 'app:audited',
      target: 'segment:riyadh',
      after: { ...SEGMENT, name: 'Riyadh' },
    },
  ],
  [
    'post /admin/api-keys',
    {
      path: '/admin/api-keys',
      body: { ...ISSUED, projectId: 11 },
      action: 'key.issued',
      subject: 'key::last',
      after: { ...ISSUED, apps: null },
    },
  ],
  [
    'delete /admin/api-keys/:id',
    { path: '/admin/api-keys/:last', action: 'key.revoked', subject: 'key::last', before: { ...ISSUED, apps: null } },
  ],
  [
    'post /admin/projects',
    {
      path: '/admin/projects',
      body: { name: 'Third', id: 13 },
      action: 'project.created',
      subject: 'project:13',
      projectId: 13,
      after: { name: 'Third' },
    },
  ],
  [
    'put /admin/projects/:id',
    {
      path: '/admin/projects/13',
      body: { name: 'Fourth', settings: { languages: ['ar'] } },
      action: 'project.changed',
      subject: 'project:13',
      projectId: 13,
      before: { name: 'Third', settings: { languages: ['en', 'ar'] } },
      after: { name: 'Fourth', settings: { languages: ['ar'] } },
    },
  ],
  [
    'post /admin/projects/:id/operators',
    {
      path: '/admin/projects/11/operators',
      body: { ...OPERATOR, password: PASSWORD },
      action: 'operator.created',
      subject: 'operator::last',
      after: { ...OPERATOR, owner: false },
    },
  ],
  [
    'put /admin/projects/:id/operators/:operatorId',
    {
      path: '/admin/projects/11/operators/:last',
      body: { role: 'staff', password: NEW_PASSWORD },
      action: 'operator.changed',
      subject: 'operator::last',
      before: { role: 'admin', passwordHash: 'hidden' },
      after: { role: 'staff', passwordHash: 'hidden' },
    },
  ],
  [
    'delete /admin/projects/:id/operators/:operatorId/totp',
    {
      path: '/admin/projects/11/operators/:last/totp',
      action: 'operator.totp_reset',
      subject: 'operator::last',
      before: { totp: false },
      after: { totp: false },
    },
  ],
  [
    'post /admin/projects/:id/operators/:operatorId/unlock',
    { path: '/admin/projects/11/operators/:last/unlock', action: 'operator.unlocked', subject: 'operator::last' },
  ],
  [
    'post /admin/projects/:id/test-phones',
    {
      path: '/admin/projects/11/test-phones',
      body: { phone: PHONE, code: CODE, expiresAt: EXPIRES_AT },
      action: 'test_phone.created',
      subject: 'test_phone:+1555****001',
      after: { expiresAt: EXPIRES_AT },
    },
  ],
  [
    'delete /admin/projects/:id/test-phones/:phone',
    {
      path: `/admin/projects/11/test-phones/${encodeURIComponent(PHONE)}`,
      action: 'test_phone.deleted',
      subject: 'test_phone:+1555****001',
      before: { expiresAt: EXPIRES_AT },
    },
  ],
  [
    'put /admin/users/:id',
    {
      path: '/auth/admin/users/:user',
      body: { status: 'suspended' },
      action: 'user.status_changed',
      subject: 'user::user',
      before: 'active',
      after: 'suspended',
    },
  ],
  ['post /admin/users/:id/unlock', { path: '/auth/admin/users/:user/unlock', body: {}, action: 'user.unlocked', subject: 'user::user' }],
  [
    'post /admin/users/:id/revoke-sessions',
    { path: '/auth/admin/users/:user/revoke-sessions', body: {}, action: 'user.sessions_revoked', subject: 'user::user' },
  ],
  [
    'post /admin/users/:id/erase',
    {
      path: '/auth/admin/users/:user/erase',
      body: { reason: 'Asked by letter' },
      action: 'user.status_changed',
      subject: 'user::user',
      before: 'suspended',
      after: 'deleted',
    },
  ],
  [
    'put /admin/reviews/:id/status',
    {
      path: '/admin/reviews/1/status',
      body: { status: 'rejected', reason: 'Spam' },
      action: 'review.status_changed',
      subject: 'review:1',
      before: 'approved',
      after: 'rejected',
    },
  ],
  [
    'put /admin/comments/:id/status',
    {
      path: '/admin/comments/1/status',
      body: { status: 'hidden', reason: 'Spam' },
      action: 'comment.moderated',
      subject: 'comment:1',
      before: 'visible',
      after: 'hidden',
    },
  ],
  [
    'post /admin/moderation/decisions',
    {
      path: '/admin/moderation/decisions',
      body: { items: [{ entityType: 'comment', id: 1, status: 'visible' }] },
      action: 'comment.moderated',
      subject: 'comment:1',
      before: 'hidden',
      after: 'visible',
    },
  ],
  [
    'put /admin/reports/:entityType/:entityId',
    {
      path: '/admin/reports/post/1',
      body: { resolution: 'dismissed' },
      action: 'reports.dismissed',
      subject: 'post:1',
      target: 'report:1',
      before: { state: 'open' },
      after: { state: 'dismissed' },
    },
  ],
  [
    'put /admin/posts/:id/status',
    {
      path: '/admin/posts/1/status',
      body: { status: 'planned' },
      action: 'post.status_changed',
      subject: 'post:1',
      before: 'under_review',
      after: 'planned',
    },
  ],
  [
    'post /admin/webhooks',
    {
      path: '/admin/webhooks',
      body: { ...WEBHOOK, url: 'https://hooks.invalid/T0/secret' },
      action: 'webhook.created',
      subject: 'webhook::last',
      after: { url: 'https://hooks.invalid', ...WEBHOOK, isActive: true },
    },
  ],
  [
    'put /admin/webhooks/:id',
    {
      path: '/admin/webhooks/:last',
      body: { isActive: false },
      action: 'webhook.changed',
      subject: 'webhook::last',
      before: { isActive: true },
      after: { isActive: false },
    },
  ],
  [
    'post /admin/webhooks/:id/rotate-secret',
    { path: '/admin/webhooks/:last/rotate-secret', action: 'webhook.secret_rotated', subject: 'webhook::last', after: {} },
  ],
  ['post /admin/webhooks/:id/test', { path: '/admin/webhooks/:last/test', action: 'webhook.tested', subject: 'webhook::last' }],
  [
    'post /admin/webhooks/:id/retry',
    {
      path: '/admin/webhooks/:last/retry',
      body: { ids: [1, 2] },
      action: 'webhook.retried',
      subject: 'webhook::last',
      after: { deliveries: 2 },
    },
  ],
  [
    'delete /admin/webhooks/:id',
    {
      path: '/admin/webhooks/:last',
      action: 'webhook.deleted',
      subject: 'webhook::last',
      before: { url: 'https://hooks.invalid', ...WEBHOOK, isActive: false },
    },
  ],
];
