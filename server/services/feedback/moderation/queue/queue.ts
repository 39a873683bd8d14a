import { Op } from 'sequelize';
import { Comment } from '../../../../../models/feedback/Comment.ts';
import { ReportCase } from '../../../../../models/feedback/moderation/ReportCase.ts';
import { Review } from '../../../../../models/feedback/Review.ts';
import { projectIdOf } from '../../../../platform/context.ts';
import { DELETED_AUTHOR } from '../../../../platform/erasure.ts';
import { isErased, isGuest } from '../../authors.ts';
import type { AuthorProfile } from '../../deps.ts';
import type { FeedbackContext } from '../../feedback.ts';
import { contentOf, type ReportedContent, type ReportedRecord, readRecords } from '../reported-records.ts';
import { type AuthorRecord, NO_RECORD, readAuthorRecords } from './author-records.ts';
import { cursorOf, placeOf } from './queue-place.ts';
import { type QueueFilter, readPlaces, type WaitingPlace } from './queue-places.ts';
import { type About, readTitles } from './target-titles.ts';
import { NEVER, waitingSince } from './waiting-since.ts';

export interface QueueQuery extends QueueFilter {
  /** The `next` of the page before. */
  readonly cursor?: string | undefined;
  readonly limit: number;
}

export interface QueueAuthor extends AuthorRecord {
  readonly id: string;
  readonly name: string | null;
  readonly isGuest: boolean;
  readonly isErased: boolean;
  readonly createdAt: Date | null;
}

/** A record that waits for a moderator, with what a decision needs. */
export interface QueueEntry {
  readonly place: WaitingPlace;
  readonly content: ReportedContent;
  readonly language: string | null;
  readonly author: QueueAuthor;
  /** null for a post. */
  readonly about: (About & { readonly title: string | null }) | null;
  /** The open reports on it. */
  readonly reports: ReportCase | null;
  readonly waitingSince: Date;
}

export interface QueuePage {
  readonly entries: readonly QueueEntry[];
  readonly next: string | null;
}

/** The records that wait for a moderator, those that wait longest first. The number of statements does not depend on the page. */
export async function listModerationQueue(ctx: FeedbackContext, { cursor, ...query }: QueueQuery): Promise<QueuePage> {
  const projectId = projectIdOf(ctx);
  const after = cursor === undefined ? undefined : placeOf(cursor);
  const { places, next } = await readPlaces(ctx.db, projectId, { ...query, after });
  return { entries: await readEntries(ctx, places), next: next === null ? null : cursorOf(next) };
}

async function readEntries(ctx: FeedbackContext, places: readonly WaitingPlace[]): Promise<QueueEntry[]> {
  if (places.length === 0) return [];
  const records = await readRecords(ctx, places.map(keyOf));
  const cases = await readOpenCases(ctx, places);
  const waiting = places.flatMap((place) => {
    const record = records.get(nameOf(place));
    const reports = cases.get(nameOf(place)) ?? null;
    // decided or deleted since the index was read
    return record === undefined || !isWaiting(place, record, reports) ? [] : [{ place, record, reports }];
  });
  const read = await readAround(
    ctx,
    waiting.map(({ record }) => record),
  );
  return waiting.map(({ place, record, reports }) => {
    const content = contentOf(record);
    const authorId = record.userId ?? DELETED_AUTHOR;
    const { name = null, language = null, createdAt = null } = read.profiles.get(authorId) ?? {};
    const known = { id: authorId, isGuest: isGuest(authorId), isErased: isErased(authorId), createdAt };
    const author = { ...known, name: record instanceof Review && known.isGuest ? record.guestName : name };
    const about = aboutOf(record);
    return {
      place,
      content,
      language,
      author: { ...author, ...(read.counts.get(authorId) ?? NO_RECORD) },
      about: about && { ...about, title: read.titles.get(`${about.type} ${about.id}`) ?? null },
      reports,
      waitingSince: sinceOf(record, reports),
    };
  });
}

/** Reads what belongs to the records on a page: their authors, and the titles of what they are about. */
async function readAround(ctx: FeedbackContext, records: readonly ReportedRecord[]) {
  const projectId = projectIdOf(ctx);
  const authorIds = [...new Set(records.map(({ userId }) => userId ?? DELETED_AUTHOR))];
  const accounts = authorIds.filter((id) => !isGuest(id) && !isErased(id));
  const profiles: ReadonlyMap<string, AuthorProfile> =
    accounts.length === 0 ? new Map() : await ctx.service.findProfiles(projectId, accounts);
  const counts = await readAuthorRecords(ctx.db, projectId, authorIds);
  const targets = records.filter((record) => record instanceof Comment).map(({ entityType: type, entityId: id }) => ({ type, id }));
  return { profiles, counts, titles: await readTitles(ctx.db, projectId, targets) };
}

async function readOpenCases(ctx: FeedbackContext, places: readonly WaitingPlace[]): Promise<Map<string, ReportCase>> {
  const reported = places.filter(({ reason }) => reason === 'reported').map(keyOf);
  if (reported.length === 0) return new Map();
  const kinds = [...new Set(reported.map(({ entityType }) => entityType))];
  const anyOf = kinds.map((entityType) => ({
    entityType,
    entityId: reported.filter((key) => key.entityType === entityType).map(({ entityId }) => entityId),
  }));
  const cases = await ctx.db.model(ReportCase).findAll({ where: { projectId: projectIdOf(ctx), state: 'open', [Op.or]: anyOf } });
  return new Map(cases.map((found) => [`${found.entityType} ${found.entityId}`, found]));
}

function isWaiting({ reason }: WaitingPlace, record: ReportedRecord, reports: ReportCase | null): boolean {
  if (reason === 'reported') return reports !== null;
  return (record instanceof Review ? record.status : record.moderation) === 'pending';
}

function sinceOf(record: ReportedRecord, reports: ReportCase | null): Date {
  if (reports === null) return waitingSince(record.pendingSince, record);
  return reports.openSince > NEVER ? reports.openSince : reports.firstAt;
}

function aboutOf(record: ReportedRecord): About | null {
  if (record instanceof Review) return { type: record.itemType, id: record.itemId };
  return record instanceof Comment ? { type: record.entityType, id: record.entityId } : null;
}

function keyOf({ kind: entityType, id: entityId }: WaitingPlace) {
  return { entityType, entityId };
}

function nameOf({ kind, id }: WaitingPlace): string {
  return `${kind} ${id}`;
}
