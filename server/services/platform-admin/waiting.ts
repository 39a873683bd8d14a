import { type Context, projectIdOf } from '../../platform/context.ts';
import type { PlatformAdmin } from './platform-admin.ts';
import type { WaitingApps, WaitingFeedback, WaitingMail } from './waiting-sources.ts';

export type { WaitingCount } from './waiting-sources.ts';

export interface Waiting extends WaitingFeedback, WaitingApps {
  readonly mail: WaitingMail;
}

/** Reads what waits for the people on duty of the project of the request. */
export async function readWaiting(ctx: Context<PlatformAdmin>): Promise<Waiting> {
  const projectId = projectIdOf(ctx);
  const { readFeedback, readApps, readMail } = ctx.service.waiting;
  const feedback = await readFeedback(projectId);
  const apps = await readApps(projectId, ctx.now);
  return { ...feedback, ...apps, mail: await readMail(projectId) };
}
