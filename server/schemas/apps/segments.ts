import Joi from 'joi';
import type { Condition } from '../../domain/flags/targeting.ts';
import { patch, singleLineText } from '../../platform/http/input/fields.ts';
import { idField, instantField, nullableText } from '../../platform/http/input/replies.ts';
import type { NewSegment, SegmentPatch as SegmentPatchInput } from '../../services/apps/flags/segments.ts';
import { slugField } from './apps.ts';
import { conditions, conditionsReply, nameKey } from './targeting.ts';

export interface SegmentParams {
  slug: string;
  key: string;
}

export interface SegmentBody {
  id: number;
  key: string;
  name: string | null;
  conditions: Condition[];
  createdAt: string;
  updatedAt: string;
}

const name = singleLineText({ max: 200 }).allow(null).description('What the segment is for.');
const rules = conditions.min(1).description('The conditions; all must be true.');

export const SegmentParams = Joi.object<SegmentParams, true>({
  slug: slugField.required().description('The short name of the app, which its addresses contain.'),
  key: nameKey.required().description('The key of the segment.'),
});
export const SegmentCreate = Joi.object<NewSegment, true>({
  key: nameKey.required().description('The key by which rules name the segment.'),
  name,
  conditions: rules.required(),
})
  .id('SegmentCreate')
  .description('A new segment.');
export const SegmentPatch = patch<SegmentPatchInput>({ name, conditions: rules } satisfies Joi.StrictSchemaMap<SegmentPatchInput>)
  .id('SegmentPatch')
  .description('The changes of a segment; absent fields stay.');

export const SegmentBody = Joi.object<SegmentBody, true>({
  id: idField.description('The id of the segment.'),
  key: Joi.string().required().description('The key by which rules name the segment.'),
  name: nullableText.description('What the segment is for.'),
  conditions: conditionsReply.required().description('The conditions; all must be true.'),
  createdAt: instantField.description('When it was created.'),
  updatedAt: instantField.description('When it was last changed.'),
})
  .id('Segment')
  .description('A named list of conditions that the rules of one app share.');
export const SegmentList = Joi.array().items(SegmentBody).required().description('The segments.');
