import Joi, { type ObjectSchema, type Schema } from 'joi';
import { PaginationBody } from './page.ts';
import { idField } from './replies.ts';

const success = {
  success: Joi.valid(true).required().description('Always true.'),
  message: Joi.string().required().description('What happened, for people; the wording may change.'),
};

/** The reply schema of one record in the envelope; `id` is its name in the API reference. */
export function envelopeOf(data: Schema, id: string): ObjectSchema {
  return Joi.object({ ...success, data: data.required() }).id(id);
}

/** The reply schema of a page of records in the envelope. */
export function pageOf(item: Schema, id: string): ObjectSchema {
  return Joi.object({
    ...success,
    data: Joi.array().items(item).required().description('The records of this page.'),
    pagination: PaginationBody,
  }).id(id);
}

/** The reply to a deletion: the id of the deleted record. */
export const DeletedBody = envelopeOf(
  Joi.object({ id: idField.description('The id of the deleted record.') }).description('The deleted record.'),
  'Deleted',
).description('The record was deleted.');
