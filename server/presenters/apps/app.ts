import type { App } from '../../../models/apps/App.ts';
import type { AppBody, PublicAppBody } from '../../schemas/apps/apps.ts';

/** An app of this project as operators see it. */
export function presentApp(app: App, projectId: number): AppBody {
  return {
    id: app.id,
    projectId,
    ...presentPublicApp(app),
    createdAt: app.createdAt.toISOString(),
    updatedAt: app.updatedAt.toISOString(),
  };
}

/** An app as clients see it. */
export function presentPublicApp(app: App): PublicAppBody {
  const { slug, name, platform, packageName, currentVersion, currentVersionCode, storeUrl, isActive } = app;
  return { slug, name, platform, packageName, currentVersion, currentVersionCode, storeUrl, isActive };
}
