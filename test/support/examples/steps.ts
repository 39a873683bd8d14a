import { codeAt } from '../requests/authenticator.ts';
import type { Recorder } from './recorder.ts';

const PROJECT = { id: 11 };
const PHONE = '+966501234567';
const NEW_PHONE = '+966501234569';
const CODE = '482913';
const PASSWORD = 'Larch-Copper-47-Violin';
const NEW_PASSWORD = 'Harbour-Lemon-82-Quartz';
const APP = { slug: 'market' };
const ITEM = { itemId: 4711, itemType: 'product' };

/** One request for each operation, in an order that works on a fresh server. */
export async function sendAll(recorder: Recorder): Promise<void> {
  await administerPlatform(recorder);
  await usePhoneAuth(recorder);
  await signInOperator(recorder);
  await manageApps(recorder);
  await readApp(recorder);
  await sendFeedback(recorder);
  await deleteAndRestoreAccount(recorder);
  await endUsers(recorder);
  await operate(recorder);
}

/** One request for each operation of feedback, for a user and an operator with the id 1 who are signed in. */
export async function sendFeedback(recorder: Recorder): Promise<void> {
  await writeFeedback(recorder);
  await planAndModerate(recorder);
  await report(recorder);
  await deleteFeedback(recorder);
}

async function administerPlatform(recorder: Recorder): Promise<void> {
  const as = 'key';
  await recorder.send('createProject', { as, body: { name: 'Second shop' } });
  await recorder.send('listProjects', { as });
  await recorder.send('getProject', { as, params: PROJECT });
  await recorder.send('updateProject', { as, params: PROJECT, body: { name: 'Market', settings: { languages: ['en', 'ar'] } } });
  const operator = { username: 'sara.admin', password: PASSWORD, email: 'sara@example.com', role: 'admin' };
  const { id: operatorId } = await recorder.send('createOperator', { as, params: PROJECT, body: operator });
  const invited = { username: 'omar.clerk', email: 'omar@example.com', role: 'staff', invite: true };
  await recorder.send('createOperator', { as, params: PROJECT, body: invited });
  await recorder.send('listOperators', { as, params: PROJECT });
  await recorder.send('updateOperator', { as, params: { ...PROJECT, operatorId: Number(operatorId) }, body: { isActive: true } });
  await recorder.send('unlockOperator', { as, params: { ...PROJECT, operatorId: Number(operatorId) } });
  await recorder.send('createTestPhone', { as, params: PROJECT, body: { phone: PHONE, code: CODE, expiresAt: null } });
  await recorder.send('listTestPhones', { as, params: PROJECT });
  await recorder.send('createTestPhone', { as, params: PROJECT, body: { phone: NEW_PHONE, code: CODE } });
  const other = { phone: '+966501234568', code: CODE };
  await recorder.send('createTestPhone', { as, params: PROJECT, body: other });
  await recorder.send('deleteTestPhone', { as, params: { ...PROJECT, phone: other.phone } });
  await useWebhooks(recorder);
  await recorder.send('getCaller', { as });
  await recorder.send('listAuditLog', { as, query: '?action=project.changed' });
}

async function useWebhooks(recorder: Recorder): Promise<void> {
  const as = 'key';
  const webhook = {
    url: `${recorder.webhookUrl}/diwan`,
    events: ['review.*', 'project.changed'],
    description: 'Data warehouse',
    projectId: null,
  };
  const { id } = await recorder.send('createWebhook', { as, body: webhook });
  const params = { id: Number(id) };
  await recorder.send('listWebhooks', { as });
  await recorder.send('updateProject', { as, params: PROJECT, body: { name: 'Market' } });
  const deliveryId = await recorder.delivered(id);
  await recorder.send('listWebhookDeliveries', { as, params, query: '?state=delivered' });
  await recorder.send('getWebhookDelivery', { as, params: { ...params, deliveryId } });
  await recorder.send('getWebhook', { as, params });
  await recorder.send('testWebhook', { as, params });
  await recorder.send('rotateWebhookSecret', { as, params });
  await recorder.send('updateWebhook', { as, params, body: { isActive: false } });
  await recorder.send('retryWebhookDeliveries', { as, params, body: { ids: [deliveryId] } });
  await recorder.send('deleteWebhook', { as, params });
}

async function usePhoneAuth(recorder: Recorder): Promise<void> {
  await recorder.send('getPublicConfig', { params: { projectId: PROJECT.id } });
  await recorder.send('sendRegistrationCode', { body: { phone: PHONE } });
  const newUser = { phone: PHONE, otp: CODE, firstName: 'Layla', lastName: 'Hassan', password: PASSWORD };
  await recorder.send('verifyRegistration', { body: newUser });
  await recorder.send('sendLoginCode', { body: { phone: PHONE } });
  await recorder.send('loginWithCode', { body: { phone: PHONE, otp: CODE } });
  const signedIn = await recorder.send('loginWithPassword', { body: { phone: PHONE, password: PASSWORD } });
  const refreshToken = Reflect.get(Object(signedIn['tokens']), 'refreshToken');
  const { accessToken } = await recorder.send('refreshSession', { body: { refresh_token: refreshToken } });
  recorder.signIn('user', accessToken);
  const as = 'user';
  await recorder.send('getProfile', { as });
  await recorder.send('updateProfile', { as, body: { firstName: 'Layla', email: 'layla@example.com' } });
  await recorder.send('sendEmailCode', { as });
  await recorder.send('proveEmail', { as, body: { code: await recorder.mailedCode('layla@example.com') } });
  await recorder.send('startPhoneChange', { as, body: { phone: NEW_PHONE, password: PASSWORD } });
  await recorder.send('finishPhoneChange', { as, body: { otp: CODE } });
  await recorder.send('startPhoneChange', { as, body: { phone: PHONE, password: PASSWORD } });
  await recorder.send('finishPhoneChange', { as, body: { otp: CODE } });
  await recorder.send('getSettings', { as });
  await recorder.send('updateSettings', { as, body: { notifications: true, language: 'ar' } });
  await recorder.send('changePassword', { as, body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD } });
  await endSessions(recorder);
  await recorder.send('sendPasswordResetCode', { body: { phone: PHONE } });
  await recorder.send('resetPassword', { body: { phone: PHONE, otp: CODE, newPassword: PASSWORD } });
  await signInUser(recorder);
}

async function endSessions(recorder: Recorder): Promise<void> {
  await recorder.send('loginWithPassword', { body: { phone: PHONE, password: NEW_PASSWORD } });
  const { data } = await recorder.send('listSessions', { as: 'user' });
  const [other] = Array.isArray(data) ? data : [];
  await recorder.send('endSession', { as: 'user', params: { id: String(Reflect.get(Object(other), 'id')) } });
  await recorder.send('signOut', { as: 'user', body: { all: false } });
}

async function signInUser(recorder: Recorder): Promise<void> {
  const { tokens } = await recorder.send('loginWithCode', { body: { phone: PHONE, otp: CODE } });
  recorder.signIn('user', Reflect.get(Object(tokens), 'accessToken'));
}

async function signInOperator(recorder: Recorder): Promise<void> {
  const { refresh } = await recorder.send('loginAsOperator', { body: { username: 'sara.admin', password: PASSWORD } });
  const { access } = await recorder.send('refreshOperatorTokens', { body: { refresh } });
  await recorder.send('sendOperatorReset', { body: { username: 'omar.clerk' } });
  await recorder.send('confirmOperatorReset', { body: { token: await recorder.mailedToken('omar@example.com'), password: NEW_PASSWORD } });
  recorder.signIn('operator', access);
  await useOwnAccount(recorder);
}

async function useOwnAccount(recorder: Recorder): Promise<void> {
  const as = 'operator';
  const { id: operatorId } = await recorder.send('getOwnAccount', { as });
  await recorder.send('updateOwnAccount', { as, body: { email: 'sara@example.com', password: PASSWORD } });
  await recorder.send('changeOwnPassword', { as, body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD } });
  const { secret } = await recorder.send('startTotp', { as, body: { password: NEW_PASSWORD } });
  const { recoveryCodes } = await recorder.send('enableTotp', { as, body: { code: codeAt(String(secret), new Date()) } });
  const [code] = Array.isArray(recoveryCodes) ? recoveryCodes : [];
  await recorder.send('disableTotp', { as, body: { password: NEW_PASSWORD, code } });
  await recorder.send('resetOperatorTotp', { as: 'key', params: { ...PROJECT, operatorId: Number(operatorId) } });
  const login = { body: { username: 'sara.admin', password: NEW_PASSWORD } };
  await recorder.send('loginAsOperator', login);
  const { data } = await recorder.send('listOperatorSessions', { as });
  const others: unknown[] = Array.isArray(data) ? data.filter((session) => Reflect.get(Object(session), 'current') === false) : [];
  await recorder.send('endOperatorSession', { as, params: { id: String(Reflect.get(Object(others[0]), 'id')) } });
  await recorder.send('logoutOperator', { as });
  const { access } = await recorder.send('loginAsOperator', login);
  recorder.signIn('operator', access);
  await recorder.send('openConsoleSession', login);
  await recorder.send('refreshConsoleSession', { body: {} });
  await recorder.send('endConsoleSession');
}

async function manageApps(recorder: Recorder): Promise<void> {
  const as = 'key';
  const storeUrl = 'https://play.google.com/store/apps/details?id=com.example.market';
  await recorder.send('createApp', {
    as,
    body: { ...APP, name: 'Market', platform: 'both', packageName: 'com.example.market', storeUrl },
  });
  await recorder.send('listApps', { as });
  await recorder.send('updateApp', { as, params: APP, body: { name: 'Market' } });
  const dryRun = '?dryRun=true';
  const release = { versionName: '1.4.2', versionCode: 42, minVersion: '1.2.0', changelog: 'Faster search.', isForce: false };
  await recorder.send('publishVersion', { as, params: APP, query: dryRun, body: release });
  const { id } = await recorder.send('publishVersion', { as, params: APP, body: release });
  await recorder.send('getManagedApp', { as, params: APP });
  await recorder.send('listVersions', { as, params: APP });
  for (const query of [dryRun, ''])
    await recorder.send('updateVersion', { as, params: { ...APP, id: Number(id) }, query, body: { isActive: true } });
  await manageRollout(recorder);
  const maintenance = { messageEn: 'We are back at 22:00.', messageAr: 'سنعود الساعة 22:00.', estimatedEnd: '2030-01-31T19:00:00Z' };
  const on = { isActive: true, ...maintenance, testers: { ids: ['u-81'] } };
  for (const query of [dryRun, '']) await recorder.send('setMaintenance', { as, params: APP, query, body: on });
  const window = { startAt: '2030-02-01T01:00:00Z', endAt: '2030-02-01T03:00:00Z', platforms: ['android'], mode: 'read_only' };
  const scheduled = await recorder.send('setMaintenance', { as, params: APP, body: { isActive: true, ...window } });
  await recorder.send('listMaintenanceEvents', { as, params: APP });
  for (const query of [dryRun, ''])
    await recorder.send('updateMaintenance', {
      as,
      params: { ...APP, id: Number(scheduled['id']) },
      query,
      body: { endAt: '2030-02-01T04:00:00Z', messageEn: 'We are back at 04:00.' },
    });
  for (const query of [dryRun, ''])
    await recorder.send('deleteMaintenance', { as, params: { ...APP, id: Number(scheduled['id']) }, query });
  const flag = { flagKey: 'new_checkout', isEnabled: true, description: 'The new checkout.', config: { steps: 2 } };
  await recorder.send('createFlag', { as, params: APP, body: flag });
  await recorder.send('listFlags', { as, params: APP });
  await recorder.send('getFlag', { as, params: { ...APP, flagKey: flag.flagKey } });
  for (const query of [dryRun, ''])
    await recorder.send('updateFlag', { as, params: { ...APP, flagKey: flag.flagKey }, query, body: { isEnabled: true } });
  await manageSegments(recorder);
  await recorder.send('createFlag', { as, params: APP, body: { flagKey: 'old_checkout' } });
  await recorder.send('createFlag', { as, params: APP, query: dryRun, body: { flagKey: 'express_checkout', isEnabled: true } });
  await recorder.send('deleteFlag', { as, params: { ...APP, flagKey: 'old_checkout' }, query: dryRun });
  await recorder.send('deleteFlag', { as, params: { ...APP, flagKey: 'old_checkout' } });
  const { id: keyId } = await recorder.send('createApiKey', {
    as,
    body: { name: 'Release pipeline', scopes: ['read', 'write'], apps: [APP.slug], expiresAt: '2030-01-31T20:00:00Z' },
  });
  await recorder.send('listApiKeys', { as });
  await recorder.send('revokeApiKey', { as, params: { id: Number(keyId) } });
}

/** A release for one platform, which must not be current in the examples after it. */
async function manageRollout(recorder: Recorder): Promise<void> {
  const as = 'key';
  const notes = { en: 'Pay with one tap.', ar: 'ادفع بلمسة واحدة.' };
  const steps = [
    { at: '2030-02-01T09:00:00Z', percent: 10 },
    { at: '2030-02-02T09:00:00Z', percent: 100 },
  ];
  const release = { versionName: '1.5.0', versionCode: 50, platform: 'android', minOsVersion: '9', priority: 3, notes, steps };
  const { id } = await recorder.send('publishVersion', { as, params: APP, body: release });
  const params = { ...APP, id: Number(id) };
  await recorder.send('getVersion', { as, params });
  for (const query of ['?dryRun=true', '']) {
    await recorder.send('setRollout', { as, params, query, body: { percent: 5 } });
    await recorder.send('haltVersion', { as, params, query });
    await recorder.send('resumeVersion', { as, params, query });
    await recorder.send('rollBackVersion', { as, params, query });
  }
}

async function manageSegments(recorder: Recorder): Promise<void> {
  const as = 'key';
  const conditions = [{ attribute: 'userId', operator: 'in', values: ['u-81', 'u-82'] }];
  await recorder.send('createSegment', { as, params: APP, body: { key: 'testers', name: 'Our testers', conditions } });
  await recorder.send('listSegments', { as, params: APP });
  await recorder.send('getSegment', { as, params: { ...APP, key: 'testers' } });
  const late = { attribute: 'appVersion', operator: 'version_gte', values: ['1.4.0'] };
  const dryRun = '?dryRun=true';
  for (const query of [dryRun, ''])
    await recorder.send('updateSegment', { as, params: { ...APP, key: 'testers' }, query, body: { conditions: [...conditions, late] } });
  const rule = { id: 'testers', segments: ['testers'], percentage: 50, stickiness: 'userId' };
  await recorder.send('createFlag', { as, params: APP, body: { flagKey: 'new_search', isEnabled: true, targeting: { rules: [rule] } } });
  await recorder.send('listFlagsWithAge', { as, params: APP });
  await recorder.send('explainFlags', { as, params: APP, body: { context: { userId: 'u-81', appVersion: '1.4.2' } } });
  const staging = { slug: 'souq-staging' };
  await recorder.send('createApp', {
    as,
    body: { ...staging, name: 'Souq (staging)', platform: 'both', packageName: 'com.example.souq.staging' },
  });
  for (const query of [dryRun, ''])
    await recorder.send('copyFlags', { as, params: staging, query, body: { from: APP.slug, keys: ['new_search'] } });
  await recorder.send('createSegment', { as, params: APP, body: { key: 'unused', conditions } });
  await recorder.send('createSegment', { as, params: APP, query: dryRun, body: { key: 'late', conditions: [late] } });
  await recorder.send('deleteSegment', { as, params: { ...APP, key: 'unused' }, query: dryRun });
  await recorder.send('deleteSegment', { as, params: { ...APP, key: 'unused' } });
  const changes = await recorder.send('listChanges', { as, params: APP, query: '?subject=segment:unused' });
  const [{ id }] = changes['data'] as [{ id: number }];
  for (const query of [dryRun, ''])
    await recorder.send('undoChange', { as, params: { ...APP, id }, query, body: { reason: 'The campaign goes on' } });
}

async function readApp(recorder: Recorder): Promise<void> {
  const params = APP;
  await recorder.send('getApp', { params });
  await recorder.send('checkUpdate', { params, query: '?platform=android&currentVersion=1.3.0' });
  await recorder.send('getMaintenance', { params, query: '?platform=android&currentVersion=1.3.0' });
  await recorder.send('checkGate', { params, query: '?platform=android&userId=u-81' });
  await recorder.send('getFlags', { params });
  const context = { targetingKey: '8d1f2c6e', platform: 'android', appVersion: '1.4.2', userId: 'u-81' };
  await recorder.send('evaluateAllFlags', { params, body: { context } });
  await recorder.send('evaluateOneFlag', { params: { ...params, key: 'new_search' }, body: { context } });
  await recorder.send('getBootstrap', { params, query: '?platform=android&currentVersion=1.3.0' });
  await recorder.send('streamChanges', { params });
  const event = { eventType: 'screen_view', userId: 'u-81', platform: 'android', appVersion: '1.4.2', eventData: { screen: 'cart' } };
  await recorder.send('recordEvent', { params, body: { ...event, eventId: '11111111-1111-4111-8111-111111111111' } });
  await recorder.send('recordEvents', { params, body: { events: [event, { eventType: 'purchase' }] } });
  await recorder.send('getAnalytics', { as: 'key', params, query: '?days=2' });
  await recorder.send('getAdoption', { as: 'key', params, query: '?days=2' });
  await recorder.send('listVersionHealth', { as: 'key', params, query: '?days=2' });
}

async function writeFeedback(recorder: Recorder): Promise<void> {
  const as = 'user';
  const params = { id: 1 };
  const post = { title: 'Dark mode', description: 'The app is too bright at night.', category: 'feature' };
  await recorder.send('createPost', { as, body: post });
  await recorder.send('listPosts', { as });
  await recorder.send('listSimilarPosts', { query: '?title=Dark%20theme' });
  await recorder.send('getPost', { as, params });
  await recorder.send('updatePost', { as, params, body: { title: 'A dark mode' } });
  await recorder.send('castVote', { as, params });
  await recorder.send('startSubscription', { as, params });
  await recorder.send('endSubscription', { as, params });
  await recorder.send('withdrawVote', { as, params });
  const review = { ...ITEM, rating: 5, title: 'Very good', comment: 'It arrived after two days.', images: ['https://example.com/1.jpg'] };
  await recorder.send('createReview', { as, body: review });
  await recorder.send('updateReview', { as, params, body: { rating: 4 } });
  await recorder.send('listOwnReviews', { as });
  await recorder.send('createComment', { as, body: { entityType: 'post', entityId: 1, content: 'I would use it every day.' } });
  await recorder.send('listComments', { query: '?entityType=post&entityId=1' });
  await recorder.send('updateComment', { as, params, body: { content: 'I would use it every evening.' } });
  const author = { authorId: 'operator:1' };
  await recorder.send('blockAuthor', { as, params: author });
  await recorder.send('listBlocks', { as });
  await recorder.send('unblockAuthor', { as, params: author });
  await recorder.send('addFavorite', { as, body: ITEM });
  await recorder.send('listFavorites', { as });
  await recorder.send('toggleFavorite', { as, body: { ...ITEM, desired: true } });
  await recorder.send('removeFavorite', { as, params: ITEM });
}

async function planAndModerate(recorder: Recorder): Promise<void> {
  const as = 'operator';
  const params = { id: 1 };
  await recorder.send('listReviewsForModeration', { as });
  await recorder.send('setReviewStatus', { as, params, body: { status: 'rejected', reason: 'It is about the delivery.' } });
  await recorder.send('setReviewStatus', { as, params, body: { status: 'approved' } });
  await recorder.send('listReviews', {});
  await recorder.send('getReview', { params });
  await recorder.send('getReviewStats', { params: ITEM });
  await recorder.send('listPostsForModeration', { as });
  await recorder.send('listCommentsForModeration', { as, query: '?status=visible' });
  await recorder.send('getCommentForModeration', { as, params });
  await recorder.send('setCommentStatus', { as, params, body: { status: 'hidden', reason: 'It is an advertisement.' } });
  const decisions = [
    { entityType: 'comment', id: 1, status: 'visible' },
    { entityType: 'post', id: 1, status: 'visible' },
  ];
  await recorder.send('decideMany', { as, body: { items: decisions } });
  await recorder.send('setPostStatus', { as, params, body: { status: 'planned', reason: 'It comes in spring.' } });
  await recorder.send('createRoadmapItem', { as, body: { title: 'Dark mode', targetDate: '2030-03-31', category: 'design', postId: 1 } });
  await recorder.send('listRoadmapItems', {});
  await recorder.send('updateRoadmapItem', { as, params, body: { status: 'in_progress' } });
  const entry = { title: 'Faster search', content: 'Search takes **half the time**.', version: '1.4.2', titleAr: 'بحث أسرع' };
  for (const query of ['?dryRun=true', ''])
    await recorder.send('createChangelogEntry', { as, query, body: { ...entry, type: 'changed', linkedPostIds: [1] } });
  await recorder.send('listChangelogEntries', {});
  await recorder.send('updateChangelogEntry', { as, params, body: { type: 'added' } });
  await recorder.send('getStatistics', { as });
  await readInbox(recorder);
  await recorder.send('listDailyStatistics', { as, query: '?days=2' });
}

/** The operator has decided on the review and on the post of the user. */
async function readInbox(recorder: Recorder): Promise<void> {
  const as = 'user';
  const { data } = await recorder.send('listInbox', { as, query: '?limit=20' });
  const [first] = Array.isArray(data) ? data : [];
  await recorder.send('updateInboxItem', { as, params: { id: String(Reflect.get(Object(first), 'id')) }, body: { read: true } });
  await recorder.send('setInboxRead', { as, body: {} });
}

/** The post of the user is reported by the operator, who is another author. */
async function report(recorder: Recorder): Promise<void> {
  const as = 'operator';
  const body = { entityType: 'post', entityId: 1, reason: 'off_topic', note: 'It is about another app.' };
  await recorder.send('reportContent', { as, body });
  await recorder.send('listReportGroups', { as });
  await recorder.send('listWaitingContent', { as });
  await recorder.send('getWaiting', { as });
  await recorder.send('getCodeStatistics', { as });
  const params = { entityType: 'post', entityId: 1 };
  await recorder.send('getReportGroup', { as, params });
  await recorder.send('resolveReports', { as, params, body: { resolution: 'dismissed' } });
}

async function deleteFeedback(recorder: Recorder): Promise<void> {
  const params = { id: 1 };
  await recorder.send('deleteChangelogEntry', { as: 'operator', params });
  await recorder.send('deleteRoadmapItem', { as: 'operator', params });
  await recorder.send('deleteComment', { as: 'user', params });
  await recorder.send('deleteReview', { as: 'user', params });
  await recorder.send('deletePost', { as: 'user', params });
}

async function deleteAndRestoreAccount(recorder: Recorder): Promise<void> {
  await recorder.send('exportAccount', { as: 'user', body: { password: PASSWORD } });
  await recorder.send('deleteAccount', { as: 'user', body: { password: PASSWORD } });
  await recorder.send('sendDeletionCode', { body: { phone: PHONE } });
  await recorder.send('confirmDeletion', { body: { phone: PHONE, otp: CODE } });
  await recorder.send('restoreAccount', { body: { phone: PHONE, password: PASSWORD } });
}

async function endUsers(recorder: Recorder): Promise<void> {
  const as = 'operator';
  const { data } = await recorder.send('listUsers', { as });
  const params = { id: String(Reflect.get(Object(Reflect.get(Object(data), 0)), 'id')) };
  await recorder.send('getUser', { as, params });
  await recorder.send('getUserSecurity', { as, params });
  await recorder.send('unlockUser', { as, params });
  await recorder.send('updateUser', { as, params, body: { status: 'active' } });
  await recorder.send('revokeUserSessions', { as, params });
  await recorder.send('exportUser', { as, params });
  await recorder.send('eraseUser', { as, params, body: { reason: 'The user asked for it by letter.' } });
}

async function operate(recorder: Recorder): Promise<void> {
  await recorder.read('getHealth', '/healthz');
  await recorder.read('getReadiness', '/readyz');
  await recorder.read('getSigningKeys', '/.well-known/jwks.json');
  await recorder.read('getErrors', '/errors.json');
}
