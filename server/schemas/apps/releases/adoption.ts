import Joi from 'joi';
import { countField, dayField, nullableText } from '../../../platform/http/input/replies.ts';

export interface AdoptionBody {
  days: number;
  totalUsers: number;
  users: { version: string | null; users: number; share: number }[];
  byDay: { date: string; events: number; versions: { version: string | null; events: number; share: number }[] }[];
}

const version = nullableText.description('The version; null for users or events without one and for the sum of rare versions.');
const share = Joi.number().min(0).max(1).required().description('The part of all, from 0 to 1.');

export const AdoptionBody = Joi.object<AdoptionBody, true>({
  days: countField.description('The period: so many days until now.'),
  totalUsers: countField.description('The users that were seen in the period.'),
  users: Joi.array()
    .items(Joi.object({ version, users: countField.description('The users whose last event came from this version.'), share }))
    .required()
    .description('The users by their last version, the most frequent first.'),
  byDay: Joi.array()
    .items(
      Joi.object({
        date: dayField.description('The day in UTC.'),
        events: countField.description('The number of events of the day.'),
        versions: Joi.array()
          .items(Joi.object({ version, events: countField.description('The number of events of this version.'), share }))
          .required()
          .description('The events of the day by version, the most frequent first.'),
      }),
    )
    .required()
    .description('The events of each day, the first and the last of which may be partial.'),
})
  .id('Adoption')
  .description('How far each version of an app has spread.');
