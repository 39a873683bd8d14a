import Joi from 'joi';
import { envelopeOf, pageOf } from '../../platform/http/input/envelope.ts';
import { integer, keyText, multilineText, oneOf, patch, pattern, singleLineText } from '../../platform/http/input/fields.ts';
import { pageFields } from '../../platform/http/input/page.ts';
import { countField, idField, instantField, nullableText } from '../../platform/http/input/replies.ts';
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

const DAY = /^\d{4}-\d{2}-\d{2}$/;

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
  targetDate: Joi.string().pattern(DAY).allow(null).required().description('The day on which it should be done.'),
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

/** A calendar date between 1970 and 9999, without a time zone; stays text. */
function day(): Joi.StringSchema {
  const format = 'a date as 2026-01-31, from 1970 on';
  return pattern(DAY, format)
    .custom((text: string, helpers) => (isDay(text) ? text : helpers.error('day.base')))
    .meta({ json: { format: 'date' } })
    .messages({ 'day.base': `{{#label}} must be ${format}` });
}

function isDay(text: string): boolean {
  const midnight = new Date(`${text}T00:00:00Z`);
  return midnight.getTime() >= 0 && midnight.toISOString().slice(0, 10) === text;
}
