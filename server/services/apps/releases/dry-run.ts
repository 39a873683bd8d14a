import type { App } from '../../../../models/apps/App.ts';
import { AppVersion } from '../../../../models/apps/AppVersion.ts';
import { ReleaseQuestion } from '../../../domain/releases/audience.ts';
import type { ReleaseSide } from '../../../domain/releases/release-change.ts';
import { releaseRemarks } from '../../../domain/releases/remarks.ts';
import type { Apps } from '../apps-service.ts';
import { type ChangeEffect, dryRunChange, type TriedWrite } from '../audience/dry-run-change.ts';
import { measureAudience } from '../audience/measure-audience.ts';
import { type ReleaseView, releaseOf, viewOf } from './release-columns.ts';

interface Releases {
  readonly app: App;
  readonly versions: readonly AppVersion[];
}

export type ReleaseDryRun = Omit<TriedWrite<AppVersion, Releases>, 'read'> & { readonly now: Date };

/**
 * Runs a write of a release without keeping it, and measures to whom the update check would offer that release.
 * @throws what the write throws
 */
export async function dryRunRelease(apps: Apps, { slug, now, write }: ReleaseDryRun): Promise<ChangeEffect<ReleaseView>> {
  const read = async (app: App) => ({ app, versions: await apps.db.model(AppVersion).findAll({ where: { appId: app.id } }) });
  const { app, result, before, after } = await dryRunChange(apps, { slug, write, read });
  const isSubject = ({ id }: AppVersion): boolean => id === result.id;
  const viewIn = ({ versions }: Releases): ReleaseView | null => {
    const version = versions.find(isSubject);
    return version === undefined ? null : viewOf(version, now);
  };
  const at = now.getTime();
  const question = new ReleaseQuestion({ before: sideOf(before, isSubject), after: sideOf(after, isSubject), at });
  const audience = await measureAudience(apps.db, { appId: app.id, now }, question);
  return {
    before: viewIn(before),
    after: viewIn(after),
    audience,
    warnings: releaseRemarks(question, audience.users),
  };
}

function sideOf({ app, versions }: Releases, isSubject: (version: AppVersion) => boolean): ReleaseSide {
  const releases = versions.map((version) => ({ ...releaseOf(version), isActive: version.isActive }));
  const index = versions.findIndex(isSubject);
  return { app, releases, subject: releases[index] ?? null };
}
