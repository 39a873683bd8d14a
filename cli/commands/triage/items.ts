import type { CommandContext } from '../../command.ts';
import { CliError } from '../../errors/errors.ts';
import { unwrap } from '../../http/client.ts';
import type { Field, Printer } from '../../output/printer.ts';
import { contentFields as commentFields } from '../comments/fields.ts';
import { contentFields as postFields } from '../posts/fields.ts';
import { type ReportGroup, reportFields } from '../reports/fields.ts';
import { contentFields as reviewFields } from '../reviews/fields.ts';

/** The lists that triage goes through, in this order. */
export const QUEUES = ['reviews', 'posts', 'comments', 'reports'] as const;
export type Queue = (typeof QUEUES)[number];

type EntityType = 'review' | 'post' | 'comment';

/** A record that waits for a decision, and the queue that it waits in. */
export interface Waiting {
  readonly queue: Queue;
  readonly entityType: EntityType;
  readonly entityId: number;
}

interface Content {
  /** The status of a review, or the moderation state of a post or comment. */
  readonly status: string;
  readonly contentHash: string | undefined;
  readonly fields: readonly Field[];
  readonly json: unknown;
}

/** A record as the moderator sees it. */
export interface TriageItem extends Waiting {
  /** null when it was deleted. */
  readonly content: Content | null;
  /** All reports of it; null without any. */
  readonly reports: ReportGroup | null;
  /** The value that a decision changes: the state of the reports, or the status of the record. */
  readonly state: string;
}

/** The record as it is now. null, without a trace, when it was deleted. */
export async function readItem(context: CommandContext, waiting: Waiting): Promise<TriageItem | null> {
  const { queue, entityType, entityId } = waiting;
  const [content, reports] = await Promise.all([
    orNull(READERS[entityType](context, entityId)),
    orNull(readReports(context, { entityType, entityId })),
  ]);
  const state = queue === 'reports' ? reports?.state : content?.status;
  return state === undefined ? null : { queue, entityType, entityId, content, reports, state };
}

/** `open` or `pending`: the state in which a record waits. */
export function waitingState({ queue }: Waiting): string {
  return queue === 'reports' ? 'open' : 'pending';
}

/** Two entries with the same key are the same record, whatever queue they are in. */
export function keyOf({ entityType, entityId }: Waiting): string {
  return `${entityType} ${entityId}`;
}

/** The lines that a moderator reads for the decision. */
export function fieldsOf(print: Printer, { queue, content, reports }: TriageItem): Field[] {
  const text: readonly Field[] = content?.fields ?? [['Text', 'deleted']];
  const state: Field[] = queue === 'reports' && content !== null ? [['State', content.status, 'status']] : [];
  const fields = [...text, ...state, ...(reports === null ? [] : reportFields(print, reports))];
  return fields.filter(([, value]) => value !== null && value !== '' && value !== undefined);
}

const READERS: Readonly<Record<EntityType, (context: CommandContext, id: number) => Promise<Content>>> = {
  async review({ api, print }, id) {
    const { data } = await unwrap((await api()).GET('/api/v1/reviews/{id}', { params: { path: { id } } }));
    return { status: data.status, contentHash: data.contentHash, fields: reviewFields(print, data), json: data };
  },
  async post({ api, print }, id) {
    const { data } = await unwrap((await api()).GET('/api/v1/posts/{id}', { params: { path: { id } } }));
    return { status: data.moderation ?? '', contentHash: data.contentHash, fields: postFields(print, data), json: data };
  },
  async comment({ api, print }, id) {
    const { data } = await unwrap((await api()).GET('/api/v1/admin/comments/{id}', { params: { path: { id } } }));
    return { status: data.moderation, contentHash: data.contentHash, fields: commentFields(print, data), json: data };
  },
};

async function readReports({ api }: CommandContext, path: Pick<ReportGroup, 'entityType' | 'entityId'>): Promise<ReportGroup> {
  const { data } = await unwrap((await api()).GET('/api/v1/admin/reports/{entityType}/{entityId}', { params: { path } }));
  return data;
}

const GONE = ['review_not_found', 'post_not_found', 'comment_not_found', 'report_not_found'];

async function orNull<T>(read: Promise<T>): Promise<T | null> {
  return read.catch((error: unknown) => {
    if (error instanceof CliError && GONE.includes(error.info.code)) return null;
    throw error;
  });
}
