import { getReportGroup, listReportGroups, reportContent, resolveReports } from '../../controllers/feedback/reports.ts';
import { get, post, put } from '../../platform/http/endpoint.ts';
import {
  ReportCreate,
  ReportEnvelope,
  ReportGroupEnvelope,
  ReportGroupPage,
  ReportParams,
  ReportsQuery,
  ResolutionBody,
} from '../../schemas/feedback/reports.ts';

const access = { auth: 'manager', reach: 'tenant', role: 'staff', scope: 'feedback', tenant: true, limit: 'admin' } as const;

export const reporting = [
  post(
    '/reports',
    {
      auth: 'user',
      tenant: 'active',
      limit: 'write',
      status: [201, 200],
      body: ReportCreate,
      reply: ReportEnvelope,
      summary: 'Report a review, comment or post',
      description:
        'A repeated report changes nothing and is 200. When as many users as the project setting `autoHideReports` says have reported it, the ' +
        'content is hidden until a moderator decides.',
      refusals: ['400 own_content', '404 review_not_found', '404 comment_not_found', '404 post_not_found'],
    },
    reportContent,
  ),
];

export const endpoints = [
  get(
    '/admin/reports',
    {
      ...access,
      query: ReportsQuery,
      reply: ReportGroupPage,
      summary: 'The reported content, with all reports of one thing together',
      description: 'Open reports come oldest first, decided ones newest first.',
    },
    listReportGroups,
  ),
  get(
    '/admin/reports/:entityType/:entityId',
    {
      ...access,
      params: ReportParams,
      reply: ReportGroupEnvelope,
      summary: 'All reports of one thing, with its content',
      refusals: ['404 report_not_found'],
    },
    getReportGroup,
  ),
  put(
    '/admin/reports/:entityType/:entityId',
    {
      ...access,
      ifMatch: true,
      params: ReportParams,
      body: ResolutionBody,
      reply: ReportGroupEnvelope,
      summary: 'Dismiss the reports of a thing, remove it, or reopen the case',
      description:
        'Dismissed, the content is shown again if reports had hidden it, and reports never hide it again. Removed, a review is rejected, and a ' +
        'comment or post gets the moderation state `removed`. `open` takes the decision back: the content gets the ' +
        'status from before it, unless its status was changed since. The header `If-Match: "<contentHash>"` limits the decision to the content that you ' +
        'have read.',
      refusals: ['404 report_not_found', '412 content_changed'],
    },
    resolveReports,
  ),
];
