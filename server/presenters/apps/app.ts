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

/** An app as clients see it. `current` is a release that has become the current version by itself. */
export function presentPublicApp(app: PublicAppBody, current?: { versionName: string; versionCode: number } | null): PublicAppBody {
  const { slug, name, platform, packageName, storeUrl, isActive } = app;
  const currentVersion = current?.versionName ?? app.currentVersion;
  const currentVersionCode = current?.versionCode ?? app.currentVersionCode;
  return { slug, name, platform, packageName, currentVersion, currentVersionCode, storeUrl, isActive };
}
