import Joi from 'joi';
import { instant, oneOf } from '../../platform/http/input/fields.ts';
import { countField, instantField } from '../../platform/http/input/replies.ts';
import { GROUPINGS, type Grouping, type CodeStatisticsQuery as Query } from '../../services/auth/otp/statistics/read-statistics.ts';

export type CodeStatisticsQuery = Query;

export const CodeStatisticsQuery = Joi.object<CodeStatisticsQuery, true>({
  by: oneOf<Grouping>(...GROUPINGS)
    .default('country')
    .description('What a row is about: a country, a provider (`channel`) or a UTC day.'),
  from: instant().description('Only codes of the hour of this time or later; a day before `to` by default, at most 90 days.'),
  to: instant().description('Only codes of hours before this time; now by default.'),
});

interface CodeStatisticsRow {
  key: string;
  sent: number;
  delivered: number | null;
  failed: number;
  used: number;
  refused: number;
  rate: number | null;
}

export interface CodeStatisticsBody {
  from: string;
  to: string;
  by: Grouping;
  paused: string[];
  data: CodeStatisticsRow[];
}

const Row = Joi.object<CodeStatisticsRow, true>({
  key: Joi.string().required().description('The country (`ZZ` for none), the name of the provider, or the day.'),
  sent: countField.description('Codes that a provider accepted.'),
  delivered: countField.allow(null).description('Messages that reached a phone, as the provider says; null without receipts.'),
  failed: countField.description('Codes that no provider accepted, or whose provider said later that they failed.'),
  used: countField.description('Codes that were entered, by the time of their sending.'),
  refused: countField.description('Codes that the guard or the cap refused, or would have refused in the mode `record`.'),
  rate: Joi.number().min(0).max(1).allow(null).required().description('`used` of `sent`, to 3 decimals; null below 20 sent.'),
})
  .id('CodeStatisticsRow')
  .description('The codes of a country, a provider or a day.');

export const CodeStatisticsBody = Joi.object<CodeStatisticsBody, true>({
  from: instantField.description('The beginning of the time.'),
  to: instantField.description('The end of the time.'),
  by: oneOf<Grouping>(...GROUPINGS)
    .required()
    .description('What a row is about.'),
  paused: Joi.array()
    .items(Joi.string())
    .required()
    .description('Providers that the answering process leaves out for now, because most of their recent calls failed.'),
  data: Joi.array().items(Row).max(200).required().description('Most sent first; days newest first.'),
})
  .id('CodeStatistics')
  .description('What happened to the codes of the project.');
