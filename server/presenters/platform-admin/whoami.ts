import type { WhoamiBody } from '../../schemas/platform-admin/whoami.ts';
import type { Caller } from '../../services/platform-admin/whoami.ts';

export function presentCaller({ actor, name, projectId, roles, scopes, apps, expiresAt }: Caller): WhoamiBody {
  return {
    actor,
    name,
    projectId,
    roles: [...roles],
    scopes: scopes === null ? null : [...scopes],
    apps: apps === null ? null : [...apps],
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}
