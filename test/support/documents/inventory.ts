import type { Endpoint, Service } from '../../../server/platform/http/endpoint.ts';
import { appsServices } from '../../../server/routes/apps/index.ts';
import { authServices } from '../../../server/routes/auth/index.ts';
import { feedbackService } from '../../../server/routes/feedback/index.ts';
import { platformAdminService } from '../../../server/routes/platform-admin/index.ts';

export interface ServedEndpoint {
  readonly endpoint: Endpoint;
  readonly method: Endpoint['method'];
  /** The path with the prefix of its service: `/api/v1/apps/:slug`. */
  readonly address: string;
}

/** Every endpoint of the server under test, those of extra services included. */
export function servedRows(extra: readonly Service[] = []): ServedEndpoint[] {
  return [...appsServices, feedbackService, ...authServices, platformAdminService, ...extra].flatMap(({ prefix, endpoints }) =>
    endpoints.map((endpoint) => ({ endpoint, method: endpoint.method, address: prefix + endpoint.path })),
  );
}

/** An address that the pattern matches; its record need not exist. */
export function fullAddress(pattern: string): string {
  return pattern.replace(/:(\w+)/g, (_, name: string) => (/id$/i.test(name) ? '1' : name.toLowerCase()));
}

export function matches(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`).test(path);
}
