import type { Sequelize } from 'sequelize';
import { initAnalyticsEvent } from './apps/AnalyticsEvent.ts';
import { initApiKey } from './apps/ApiKey.ts';
import { initApp } from './apps/App.ts';
import { initAppVersion } from './apps/AppVersion.ts';
import { initFeatureFlag } from './apps/FeatureFlag.ts';
import { initMaintenanceEvent } from './apps/MaintenanceEvent.ts';
import { initSession } from './auth/Session.ts';
import { initUser } from './auth/User.ts';
import { initChangelogEntry } from './feedback/ChangelogEntry.ts';
import { initComment } from './feedback/Comment.ts';
import { initFavorite } from './feedback/Favorite.ts';
import { initPost } from './feedback/Post.ts';
import { initReview } from './feedback/Review.ts';
import { initRoadmapItem } from './feedback/RoadmapItem.ts';
import { initOperator } from './platform-admin/Operator.ts';
import { initProject } from './platform-admin/Project.ts';
import { initTestPhone } from './platform-admin/TestPhone.ts';

const MODELS = [
  initProject,
  initOperator,
  initTestPhone,
  initApp,
  initAppVersion,
  initMaintenanceEvent,
  initFeatureFlag,
  initAnalyticsEvent,
  initApiKey,
  initUser,
  initSession,
  initChangelogEntry,
  initComment,
  initFavorite,
  initPost,
  initReview,
  initRoadmapItem,
];

/** Binds every model to the process's database. */
export function initModels(sequelize: Sequelize): void {
  for (const init of MODELS) init(sequelize);
}
