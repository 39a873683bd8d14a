import type { Handler } from '../../platform/http/endpoint.ts';
import { enveloped, envelopedCreated, envelopedPage } from '../../platform/http/envelope.ts';
import { presentChangelogEntry } from '../../presenters/feedback/changelog-entry.ts';
import type { ChangelogCreate, ChangelogPatch, ChangelogQuery } from '../../schemas/feedback/changelog.ts';
import type { IdParams } from '../../schemas/feedback/fields.ts';
import * as changelog from '../../services/feedback/changelog.ts';

export const listChangelog: Handler<unknown, ChangelogQuery, unknown> = async (ctx, { query }) => {
  const { entries, total } = await changelog.listChangelog(ctx, query);
  return envelopedPage('Changelog listed.', entries.map(presentChangelogEntry), { ...query, total });
};

export const createChangelogEntry: Handler<unknown, unknown, ChangelogCreate> = async (ctx, { body }) => {
  const entry = await changelog.createChangelogEntry(ctx, body);
  return envelopedCreated('Changelog entry created.', presentChangelogEntry(entry));
};

export const updateChangelogEntry: Handler<IdParams, unknown, ChangelogPatch> = async (ctx, { params, body }) => {
  const entry = await changelog.updateChangelogEntry(ctx, params.id, body);
  return enveloped('Changelog entry updated.', presentChangelogEntry(entry));
};

export const deleteChangelogEntry: Handler<IdParams, unknown, unknown> = async (ctx, { params }) => {
  await changelog.deleteChangelogEntry(ctx, params.id);
  return enveloped('Changelog entry deleted.', { id: params.id });
};
