import type { Pagination } from '../input/page.ts';
import { paginationOf } from './pagination.ts';
import { created, ok, type Reply } from './reply.ts';

/** The envelope of the feedback service: `{success, message, data}`, with `pagination` on lists (docs/reference/envelopes.md). */

export function enveloped(message: string, data: unknown): Reply {
  return ok({ success: true, message, data });
}

export function envelopedCreated(message: string, data: unknown): Reply {
  return created({ success: true, message, data });
}

/** A page of a list; `total` counts the whole list. */
export function envelopedPage(message: string, data: readonly unknown[], page: { page: number; limit: number; total: number }): Reply {
  const pagination: Pagination = paginationOf(page, page.total);
  return ok({ success: true, message, data, pagination });
}
