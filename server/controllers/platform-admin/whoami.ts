import type { Handler } from '../../platform/http/endpoint.ts';
import { ok } from '../../platform/http/reply/reply.ts';
import { presentCaller } from '../../presenters/platform-admin/whoami.ts';
import { describeCaller } from '../../services/platform-admin/whoami.ts';

export const getCaller: Handler<unknown, unknown, unknown> = ({ actor }) => ok(presentCaller(describeCaller(actor)));
