import type { Handler } from '../../platform/http/endpoint.ts';
import { enveloped, envelopedCreated, envelopedPage } from '../../platform/http/reply/envelope.ts';
import { presentReport, presentReportGroup } from '../../presenters/feedback/report.ts';
import type { Feedback } from '../../services/feedback/feedback.ts';
import type { ReportedKey } from '../../services/feedback/moderation/report-cases.ts';
import * as queue from '../../services/feedback/moderation/report-queue.ts';
import { type NewReport, reportContent as report } from '../../services/feedback/moderation/reports.ts';

/** 201 when it is new; a repeated report is 200. */
export const reportContent: Handler<unknown, unknown, NewReport, Feedback> = async (ctx, { body }) => {
  const { report: made, isNew } = await report(ctx, body);
  return isNew ? envelopedCreated('Reported.', presentReport(made)) : enveloped('You reported this before.', presentReport(made));
};

export const listReportGroups: Handler<unknown, queue.ReportsQuery, unknown, Feedback> = async (ctx, { query }) => {
  const { groups, total } = await queue.listReports(ctx, query);
  return envelopedPage('Reported content.', groups.map(presentReportGroup), { ...query, total });
};

export const getReportGroup: Handler<ReportedKey, unknown, unknown, Feedback> = async (ctx, { params }) =>
  enveloped('Reports.', presentReportGroup(await queue.findReports(ctx, params)));

export const resolveReports: Handler<ReportedKey, unknown, queue.Resolution, Feedback> = async (ctx, { params, body }) => {
  const group = await queue.resolveReports(ctx, params, body);
  return enveloped(`Reports ${group.reported.state}.`, presentReportGroup(group));
};
