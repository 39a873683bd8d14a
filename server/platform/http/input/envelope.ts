import Joi, { type ObjectSchema, type Schema } from 'joi';
import { PaginationBody } from './page.ts';
import { idField } from './replies.ts';

const success = { success: Joi.valid(true).required(), message: Joi.string().required() };

/** The reply schema of one record in the envelope; `id` is its name in the API reference. */
export function envelopeOf(data: Schema, id: string): ObjectSchema {
  return Joi.object({ ...success, data: data.required() }).id(id);
}

/** The reply schema of a page of records in the envelope. */
export function pageOf(item: Schema, id: string): ObjectSchema {
  return Joi.object({ ...success, data: Joi.array().items(item).required(), pagination: PaginationBody }).id(id);
}

/** The reply to a deletion: the id of the deleted record. */
export const DeletedBody = envelopeOf(Joi.object({ id: idField }), 'Deleted');
