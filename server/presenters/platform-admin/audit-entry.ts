import type { AuditEntry } from '../../platform/db/records/audit-entries.ts';
import type { AuditEntryBody } from '../../schemas/platform-admin/audit-log.ts';

export function presentAuditEntry(entry: AuditEntry): AuditEntryBody {
  const { id, createdAt, actor, actorName, projectId, action, subject, target, requestId, address } = entry;
  const { before, after, reason } = detailsOf(entry);
  return {
    id,
    at: createdAt.toISOString(),
    actor,
    actorName,
    projectId,
    action,
    subject,
    target,
    before,
    after,
    reason,
    requestId,
    address,
  };
}

/** The columns of the log as CSV, in the order of the JSON row. */
export const AUDIT_COLUMNS = [
  'id',
  'at',
  'actor',
  'actorName',
  'projectId',
  'action',
  'subject',
  'target',
  'before',
  'after',
  'reason',
  'requestId',
  'address',
] as const satisfies readonly (keyof AuditEntryBody)[];

/** The same row for CSV. */
export function auditCells(entry: AuditEntry): (string | number | object | null)[] {
  const body = presentAuditEntry(entry);
  return AUDIT_COLUMNS.map((column) => body[column]);
}

type Details = Pick<AuditEntryBody, 'before' | 'after' | 'reason'>;

/**
 * Rows of earlier releases have other keys too. In the row of a deletion these keys are fields of the deleted record, and so belong to
 * `before`; in all other rows they tell what happened, and so belong to `after`.
 */
function detailsOf({ details, action }: AuditEntry): Details {
  const { before, after, reason, ...others } = objectOf(JSON.parse(details)) ?? {};
  const known = { before: fieldsOf(before, action), after: fieldsOf(after, action), reason: typeof reason === 'string' ? reason : null };
  const rest = {
    ...others,
    ...(known.before === null && isGiven(before) ? { before } : {}),
    ...(known.after === null && isGiven(after) ? { after } : {}),
  };
  if (Object.keys(rest).length === 0) return known;
  return action.endsWith('.deleted') && known.before === null
    ? { ...known, before: rest }
    : { ...known, after: { ...rest, ...known.after } };
}

/** Some acts record only the one value that they change. */
function fieldsOf(value: unknown, action: string): Record<string, unknown> | null {
  const field = fieldOf(action);
  return typeof value === 'string' && field !== undefined ? { [field]: value } : objectOf(value);
}

/** `post.status_changed` changes `status`; moderators set the `moderation` of comments and posts, and the `status` of reviews. */
function fieldOf(action: string): string | undefined {
  const [, thing, act = ''] = /^(\w+)\.(\w+)$/.exec(action) ?? [];
  if (act === 'moderated' || act === 'hidden') return thing === 'review' ? 'status' : 'moderation';
  return /^(\w+)_changed$/.exec(act)?.[1];
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function objectOf(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}
