import type { Sequelize } from 'sequelize';
import { initAnalyticsEvent } from './apps/AnalyticsEvent.ts';
import { initApiKey } from './apps/ApiKey.ts';
import { initApp } from './apps/App.ts';
import { initAppVersion } from './apps/AppVersion.ts';
import { initFeatureFlag } from './apps/FeatureFlag.ts';
import { initMaintenanceEvent } from './apps/MaintenanceEvent.ts';
import { initSegment } from './apps/Segment.ts';
import { initAccountDeletion } from './auth/AccountDeletion.ts';
import { initAttemptLock } from './auth/AttemptLock.ts';
import { initCodeMessage } from './auth/CodeMessage.ts';
import { initOperatorFailure } from './auth/OperatorFailure.ts';
import { initOperatorLink } from './auth/OperatorLink.ts';
import { initOtpCode } from './auth/OtpCode.ts';
import { initOtpSend } from './auth/OtpSend.ts';
import { initSentCode } from './auth/SentCode.ts';
import { initSession } from './auth/Session.ts';
import { initUser } from './auth/User.ts';
import { initUserDevice } from './auth/UserDevice.ts';
import { initChangelogEntry } from './feedback/ChangelogEntry.ts';
import { initChangelogLink } from './feedback/ChangelogLink.ts';
import { initComment } from './feedback/Comment.ts';
import { initCommentThread } from './feedback/CommentThread.ts';
import { initDeferredDelete } from './feedback/DeferredDelete.ts';
import { initFavorite } from './feedback/Favorite.ts';
import { initFavoriteOwner } from './feedback/FavoriteOwner.ts';
import { initInboxItem } from './feedback/InboxItem.ts';
import { initAuthorBlock } from './feedback/moderation/AuthorBlock.ts';
import { initContentRefusal } from './feedback/moderation/ContentRefusal.ts';
import { initContentReport } from './feedback/moderation/ContentReport.ts';
import { initReportCase } from './feedback/moderation/ReportCase.ts';
import { initPost } from './feedback/Post.ts';
import { initPostBroadcast } from './feedback/PostBroadcast.ts';
import { initPostSubscription } from './feedback/PostSubscription.ts';
import { initPostVote } from './feedback/PostVote.ts';
import { initReview } from './feedback/Review.ts';
import { initRoadmapItem } from './feedback/RoadmapItem.ts';
import { initAuditEntry } from './platform/AuditEntry.ts';
import { initIdempotencyKey } from './platform/IdempotencyKey.ts';
import { initOutboxMail } from './platform/OutboxMail.ts';
import { initOutgoingEvent } from './platform/OutgoingEvent.ts';
import { initOperator } from './platform-admin/Operator.ts';
import { initProject } from './platform-admin/Project.ts';
import { initRecoveryCode } from './platform-admin/RecoveryCode.ts';
import { initTestPhone } from './platform-admin/TestPhone.ts';
import { initWebhook } from './platform-admin/Webhook.ts';
import { initWebhookAttempt } from './platform-admin/WebhookAttempt.ts';
import { initWebhookDelivery } from './platform-admin/WebhookDelivery.ts';

const MODELS = [
  initProject,
  initOperator,
  initRecoveryCode,
  initTestPhone,
  initWebhook,
  initWebhookDelivery,
  initWebhookAttempt,
  initAuditEntry,
  initIdempotencyKey,
  initOutboxMail,
  initOutgoingEvent,
  initApp,
  initAppVersion,
  initMaintenanceEvent,
  initFeatureFlag,
  initSegment,
  initAnalyticsEvent,
  initApiKey,
  initUser,
  initAccountDeletion,
  initSession,
  initOtpCode,
  initOtpSend,
  initSentCode,
  initCodeMessage,
  initAttemptLock,
  initOperatorFailure,
  initOperatorLink,
  initUserDevice,
  initAuthorBlock,
  initChangelogEntry,
  initChangelogLink,
  initComment,
  initCommentThread,
  initContentRefusal,
  initContentReport,
  initDeferredDelete,
  initFavorite,
  initFavoriteOwner,
  initInboxItem,
  initPost,
  initPostBroadcast,
  initPostSubscription,
  initPostVote,
  initReportCase,
  initReview,
  initRoadmapItem,
];

/** The tables of tenants that have no model, because they are read and written in raw SQL only. */
export const TENANT_TABLES: readonly string[] = [
  'audited_reads',
  'code_statistics',
  'daily_counts',
  'feedback_counts',
  'notice_times',
  'otp_guard',
  'post_words',
  'review_stats',
  'user_counts',
];

/** Binds every model to the connections of one database. */
export function initModels(sequelize: Sequelize): void {
  for (const init of MODELS) init(sequelize);
}
