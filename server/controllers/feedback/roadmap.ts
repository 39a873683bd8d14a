import { projectIdOf } from '../../platform/context.ts';
import type { Handler } from '../../platform/http/endpoint.ts';
import { enveloped, envelopedCreated, envelopedPage } from '../../platform/http/reply/envelope.ts';
import { presentRoadmapItem } from '../../presenters/feedback/roadmap-item.ts';
import type { IdParams } from '../../schemas/feedback/fields.ts';
import type { Feedback } from '../../services/feedback/feedback.ts';
import * as roadmap from '../../services/feedback/plans/roadmap.ts';

export const listRoadmapItems: Handler<unknown, roadmap.RoadmapListQuery, unknown, Feedback> = async (ctx, { query }) => {
  const { items, total } = await roadmap.listRoadmap(ctx.db, projectIdOf(ctx), query);
  return envelopedPage('Roadmap listed.', items.map(presentRoadmapItem), { ...query, total });
};

export const createRoadmapItem: Handler<unknown, unknown, roadmap.NewRoadmapItem, Feedback> = async (ctx, { body }) => {
  const item = await roadmap.createRoadmapItem(ctx, body);
  return envelopedCreated('Roadmap item created.', presentRoadmapItem(item));
};

export const updateRoadmapItem: Handler<IdParams, unknown, roadmap.RoadmapChanges, Feedback> = async (ctx, { params, body }) => {
  const item = await roadmap.updateRoadmapItem(ctx, params.id, body);
  return enveloped('Roadmap item updated.', presentRoadmapItem(item));
};

export const deleteRoadmapItem: Handler<IdParams, unknown, unknown, Feedback> = async (ctx, { params }) => {
  await roadmap.deleteRoadmapItem(ctx, params.id);
  return enveloped('Roadmap item deleted.', { id: params.id });
};
