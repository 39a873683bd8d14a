import type { Handler } from '../../platform/http/endpoint.ts';
import { enveloped } from '../../platform/http/reply/envelope.ts';
import { presentWaiting } from '../../presenters/platform-admin/waiting.ts';
import type { PlatformAdmin } from '../../services/platform-admin/platform-admin.ts';
import { readWaiting } from '../../services/platform-admin/waiting.ts';

export const getWaiting: Handler<unknown, unknown, unknown, PlatformAdmin> = async (ctx) =>
  enveloped('What waits.', presentWaiting(await readWaiting(ctx)));
