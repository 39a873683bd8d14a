import Joi from 'joi';

/** The field kinds of replies. The tests validate every answer against these strict schemas, and OpenAPI is derived from them. */

export const idField = Joi.number().integer().min(1).required();
export const countField = Joi.number().integer().min(0).required();
export const textField = Joi.string().allow('').required();
export const nullableText = Joi.string().allow('', null).required();
export const flagField = Joi.boolean().required();
/** ISO 8601 in UTC with milliseconds. */
export const instantField = Joi.string()
  .pattern(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  .meta({ json: { format: 'date-time' } })
  .required();
/** A calendar day in UTC. */
export const dayField = Joi.string()
  .pattern(/^\d{4}-\d{2}-\d{2}$/)
  .meta({ json: { format: 'date' } })
  .required();
export const nullableInstant = instantField.allow(null);
export const nullableObject = Joi.object().unknown(true).allow(null).required();
