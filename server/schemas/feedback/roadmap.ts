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
  description: multilineText({ max: 20_000 }).allow(null),
  category: category().allow(null),
  targetDate: day().allow(null),
  position: integer(0, 1_000_000).description('Its position among the items of its status; the last one when not given'),
  postId: integer(1, Number.MAX_SAFE_INTEGER).allow(null).description('The feature request that it answers'),
};

export const RoadmapCreate = Joi.object<NewRoadmapItem, true>({
  title: title().required(),
  status: status().default('planned'),
  ...optional,
});
export const RoadmapPatch = patch<RoadmapChanges, true>({ title: title(), status: status(), ...optional });
export const RoadmapQuery = Joi.object<RoadmapListQuery, true>({ ...pageFields, status: status(), category: category() });

const item = Joi.object<RoadmapBody, true>({
  id: idField,
  title: Joi.string().required(),
  description: nullableText,
  status: status().required(),
  category: Joi.string().allow(null).required(),
  targetDate: Joi.string().pattern(DAY).allow(null).required(),
  position: countField,
  postId: idField.allow(null),
  projectId: idField,
  createdBy: authorField,
  createdAt: instantField,
  updatedAt: instantField,
}).id('RoadmapItem');

export const RoadmapReply = envelopeOf(item, 'RoadmapReply');
export const RoadmapList = pageOf(item, 'RoadmapList');

/** A calendar date between 1970 and 9999, without a time zone; stays text. */
function day(): Joi.StringSchema {
  const format = 'a date as 2026-01-31, from 1970 on';
  return pattern(DAY, format)
    .custom((text: string, helpers) => (isDay(text) ? text : helpers.error('day.base')))
    .messages({ 'day.base': `{{#label}} must be ${format}` });
}

function isDay(text: string): boolean {
  const midnight = new Date(`${text}T00:00:00Z`);
  return midnight.getTime() >= 0 && midnight.toISOString().slice(0, 10) === text;
}
