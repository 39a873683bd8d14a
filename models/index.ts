import type { Sequelize } from 'sequelize';
import { initAnalyticsEvent } from './apps/AnalyticsEvent.ts';
import { initApp } from './apps/App.ts';
import { initAppVersion } from './apps/AppVersion.ts';
import { initFeatureFlag } from './apps/FeatureFlag.ts';
import { initMaintenanceEvent } from './apps/MaintenanceEvent.ts';

/** Binds every model to the process's database. */
export function initModels(sequelize: Sequelize): void {
  initApp(sequelize);
  initAppVersion(sequelize);
  initMaintenanceEvent(sequelize);
  initFeatureFlag(sequelize);
  initAnalyticsEvent(sequelize);
}
