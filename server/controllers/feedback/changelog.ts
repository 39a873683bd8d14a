import type { Handler } from '../../platform/http/endpoint.ts';
import { enveloped, envelopedCreated, envelopedPage } from '../../platform/http/reply/envelope.ts';
import { dryRunReply } from '../../platform/http/reply/reply.ts';
import { presentChangelogEntry } from '../../presenters/feedback/changelog-entry.ts';
import type { ChangelogDryRunQuery } from '../../schemas/feedback/changelog.ts';
import type { IdParams } from '../../schemas/feedback/fields.ts';
import type { Feedback } from '../../services/feedback/feedback.ts';
import * as changelog from '../../services/feedback/plans/changelog.ts';
import { dryRunChangelogEntry } from '../../services/feedback/plans/changelog-dry-run.ts';

export const listChangelogEntries: Handler<unknown, changelog.ChangelogListQuery, unknown, Feedback> = async (ctx, { query }) => {
  const { entries, total } = await changelog.listChangelog(ctx, query);
  return envelopedPage('Changelog listed.', entries.map(presentChangelogEntry), { ...query, total });
};

export const createChangelogEntry: Handler<unknown, ChangelogDryRunQuery, changelog.NewChangelogEntry, Feedback> = async (
  ctx,
  { query, body },
) => {
  if (query.dryRun) return dryRunReply(await dryRunChangelogEntry(ctx, body));
  const entry = await changelog.createChangelogEntry(ctx, body);
  return envelopedCreated('Changelog entry created.', presentChangelogEntry(entry));
};

export const updateChangelogEntry: Handler<IdParams, unknown, changelog.ChangelogChanges, Feedback> = async (ctx, { params, body }) => {
  const entry = await changelog.updateChangelogEntry(ctx, params.id, body);
  return enveloped('Changelog entry updated.', presentChangelogEntry(entry));
};

export const deleteChangelogEntry: Handler<IdParams, unknown, unknown, Feedback> = async (ctx, { params }) => {
  await changelog.deleteChangelogEntry(ctx, params.id);
  return enveloped('Changelog entry deleted.', { id: params.id });
};
