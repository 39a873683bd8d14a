import type { Row, Service } from '../../server/platform/http/endpoint.ts';
import { appsService } from '../../server/routes/apps/index.ts';
import { authServices } from '../../server/routes/auth/index.ts';
import { feedbackService } from '../../server/routes/feedback/index.ts';
import { platformAdmin } from '../../server/routes/platform-admin/index.ts';

export interface ServedRow {
  readonly row: Row;
  readonly method: Row['method'];
  /** With the service's prefix, as `/api/v1/apps/:slug`. */
  readonly address: string;
}

/** Every row of the server under test, those of extra services included. */
export function servedRows(extra: readonly Service[] = []): ServedRow[] {
  return [appsService, feedbackService, ...authServices, platformAdmin, ...extra].flatMap(({ prefix, rows }) =>
    rows.map((row) => ({ row, method: row.method, address: prefix + row.path })),
  );
}

/** An address that the pattern matches; its record need not exist. */
export function fullAddress(pattern: string): string {
  return pattern.replace(/:(\w+)/g, (_, name: string) => (/id$/i.test(name) ? '1' : name.toLowerCase()));
}

export function matches(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`).test(path);
}
