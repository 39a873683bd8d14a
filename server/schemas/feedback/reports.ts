import Joi from 'joi';
import { envelopeOf, pageOf } from '../../platform/http/input/envelope.ts';
import { oneOf, singleLineText } from '../../platform/http/input/fields.ts';
import { pageFields } from '../../platform/http/input/page.ts';
import { countField, idField, instantField, nullableInstant, nullableText } from '../../platform/http/input/replies.ts';
import type { ReportedKey } from '../../services/feedback/moderation/report-cases.ts';
import type { CaseState, ReportsQuery as ReportsQueryInput, Resolution } from '../../services/feedback/moderation/report-queue.ts';
import type { NewReport, ReportReason } from '../../services/feedback/moderation/reports.ts';
import { moderatedType } from './decisions.ts';
import { authorField, contentHash, itemId, queryItemId } from './fields.ts';

const reason = () => oneOf<ReportReason>('spam', 'abuse', 'off_topic', 'personal_data', 'other');
const state = () => oneOf<CaseState>('open', 'dismissed', 'removed');

export const ReportCreate = Joi.object<NewReport, true>({
  entityType: moderatedType().required().description('The kind of thing that you report.'),
  entityId: itemId().required().description('The id of the thing that you report.'),
  reason: reason().required().description('Why you report it.'),
  note: singleLineText({ max: 500 }).allow(null).description('A note for the moderators.'),
})
  .id('ReportCreate')
  .description('A report.');

export interface ReportBody {
  entityType: string;
  entityId: number;
  reason: ReportReason;
  note: string | null;
  createdAt: string;
}

const Report = Joi.object<ReportBody, true>({
  entityType: moderatedType().required().description('The kind of thing that is reported.'),
  entityId: idField.description('The id of the thing that is reported.'),
  reason: reason().required().description('Why it is reported.'),
  note: nullableText.description('A note for the moderators.'),
  createdAt: instantField.description('When it was reported.'),
})
  .id('Report')
  .description('The report of one user.');

export const ReportEnvelope = envelopeOf(Report, 'ReportEnvelope').description('One report.');

export const ReportsQuery = Joi.object<ReportsQueryInput, true>({
  state: state().default('open').description('`open` reports wait for a moderator.'),
  ...pageFields,
});

export const ReportParams = Joi.object<ReportedKey, true>({
  entityType: moderatedType().required().description('The kind of thing that is reported.'),
  entityId: queryItemId().required().description('The id of the thing that is reported.'),
});

export const ResolutionBody = Joi.object<Resolution, true>({
  resolution: state()
    .required()
    .description('Whether the content stays (`dismissed`) or is `removed`; `open` takes the last decision back.'),
  reason: singleLineText({ max: 500 }).allow(null).description('Why, for the audit log and the author of a review.'),
})
  .id('ReportResolution')
  .description('The decision on all reports of one thing.');

export type ReportCountsBody = Record<ReportReason, number>;

export const ReportCounts = Joi.object<ReportCountsBody, true>({
  spam: countField.description('Reports as spam.'),
  abuse: countField.description('Reports as abuse.'),
  off_topic: countField.description('Reports as off topic.'),
  personal_data: countField.description('Reports of personal data.'),
  other: countField.description('Reports for another reason.'),
})
  .required()
  .description('The number of reports with each reason.');

export interface ReportGroupBody {
  entityType: string;
  entityId: number;
  count: number;
  reasons: ReportCountsBody;
  firstAt: string;
  lastAt: string;
  state: CaseState;
  content: {
    authorId: string | null;
    title: string | null;
    text: string | null;
    images: string[];
    rating: number | null;
    status: string;
    createdAt: string;
    editedAt: string | null;
  } | null;
  contentHash: string | null;
}

const Content = Joi.object<NonNullable<ReportGroupBody['content']>, true>({
  authorId: authorField.allow(null).description('The author.'),
  title: nullableText.description('The title of a review or post.'),
  text: nullableText.description('The text of the review or comment, or the description of the post.'),
  images: Joi.array().items(Joi.string()).required().description('Addresses of the pictures of a review.'),
  rating: Joi.number().integer().allow(null).required().description('The rating of a review.'),
  status: oneOf('pending', 'approved', 'rejected', 'visible', 'hidden', 'removed')
    .required()
    .description('The status of a review, or the moderation state of a comment or post.'),
  createdAt: instantField.description('When it was created.'),
  editedAt: nullableInstant.description('When its author last changed it; null when that never happened.'),
})
  .id('ReportedContent')
  .description('The reported content.');

const ReportGroup = Joi.object<ReportGroupBody, true>({
  entityType: moderatedType().required().description('The kind of thing that is reported.'),
  entityId: idField.description('The id of the thing that is reported.'),
  count: countField.description('The number of users who reported it.'),
  reasons: ReportCounts,
  firstAt: instantField.description('The time of the first report.'),
  lastAt: instantField.description('The time of the last report.'),
  state: state().required().description('The decision of the moderators; `open` before.'),
  content: Content.allow(null).required().description('The content as it is now; null when it was deleted.'),
  contentHash: contentHash().allow(null).required().description('The value for `If-Match` of a decision, there in double quotes.'),
})
  .id('ReportGroup')
  .description('All reports of one thing.');

export const ReportGroupEnvelope = envelopeOf(ReportGroup, 'ReportGroupEnvelope').description('All reports of one thing.');
export const ReportGroupPage = pageOf(ReportGroup, 'ReportGroupPage').description('A page of reported things.');
