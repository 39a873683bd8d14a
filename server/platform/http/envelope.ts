import type { Pagination } from './input/page.ts';
import { paginationOf } from './pagination.ts';
import { created, ok, type Reply } from './reply.ts';

/** The envelope of the feedback service (spec/feedback.md, Conventions): `{success, message, data}`, with `pagination` on lists. */

export function enveloped(message: string, data: unknown): Reply {
  return ok({ success: true, message, data });
}

export function envelopedCreated(message: string, data: unknown): Reply {
  return created({ success: true, message, data });
}

/** A page of a list, where `total` counts all of it. */
export function envelopedPage(message: string, data: readonly unknown[], page: { page: number; limit: number; total: number }): Reply {
  const pagination: Pagination = paginationOf(page, page.total);
  return ok({ success: true, message, data, pagination });
}
