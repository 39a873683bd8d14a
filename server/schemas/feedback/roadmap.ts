import Joi from 'joi';
import { envelopeOf, pageOf } from '../../platform/http/input/envelope.ts';
import { day, integer, keyText, multilineText, oneOf, patch, singleLineText } from '../../platform/http/input/fields.ts';
import { pageFields } from '../../platform/http/input/page.ts';
import { countField, dayField, idField, instantField, nullableText } from '../../platform/http/input/replies.ts';
import type { NewRoadmapItem, RoadmapChanges, RoadmapListQuery, RoadmapStatus } from '../../services/feedback/plans/roadmap.ts';
import { authorField } from './fields.ts';

export interface RoadmapBody {
  id: number;
  title: string;
  description: string | null;
  status: RoadmapStatus;
  category: string | null;
  targetDate: string | null;
  position: number;
  postId: number | null;
  projectId: number;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
}

const status = () => oneOf<RoadmapStatus>('planned', 'in_progress', 'completed');
const title = () => singleLineText({ max: 200 });
const category = () => keyText({ max: 50 });

const optional = {
  description: multilineText({ max: 20_000 }).allow(null).description('What is planned, in full.'),
  category: category().allow(null).description('Any word that groups the items.'),
  targetDate: day().allow(null).description('The day on which it should be done, such as 2026-01-31.'),
  position: integer(0, 1_000_000).description('Its position among the items of its status; the last one when not given'),
  postId: integer(1, Number.MAX_SAFE_INTEGER).allow(null).description('The feature request that it answers'),
};

export const RoadmapCreate = Joi.object<NewRoadmapItem, true>({
  title: title().required().description('What is planned, in one line.'),
  status: status().default('planned').description('How far it has got.'),
  ...optional,
})
  .id('RoadmapCreate')
  .description('A new roadmap item.');
export const RoadmapPatch = patch<RoadmapChanges, true>({
  title: title().description('What is planned, in one line.'),
  status: status().description('How far it has got.'),
  ...optional,
})
  .id('RoadmapPatch')
  .description('The changes of a roadmap item; absent fields stay.');
export const RoadmapQuery = Joi.object<RoadmapListQuery, true>({
  ...pageFields,
  status: status().description('Only items with this status.'),
  category: category().description('Only items of this category.'),
});

const item = Joi.object<RoadmapBody, true>({
  id: idField.description('The id of the item.'),
  title: Joi.string().required().description('What is planned, in one line.'),
  description: nullableText.description('What is planned, in full.'),
  status: status().required().description('How far it has got.'),
  category: Joi.string().allow(null).required().description('A word that groups the items.'),
  targetDate: dayField.allow(null).description('The day on which it should be done.'),
  position: countField.description('Its position among the items of its status.'),
  postId: idField.allow(null).description('The feature request that it answers.'),
  projectId: idField.description('The project that it belongs to.'),
  createdBy: authorField.description('The author, such as `operator:7`.'),
  createdAt: instantField.description('When it was created.'),
  updatedAt: instantField.description('When it was last changed.'),
})
  .id('RoadmapItem')
  .description('A planned change.');

export const RoadmapReply = envelopeOf(item, 'RoadmapReply').description('One roadmap item.');
export const RoadmapList = pageOf(item, 'RoadmapList').description('A page of the roadmap.');
