import Joi from 'joi';
import { envelopeOf } from '../../platform/http/input/envelope.ts';
import { oneOf } from '../../platform/http/input/fields.ts';
import { countField, idField, instantField, nullableInstant, textField } from '../../platform/http/input/replies.ts';

interface WaitingCountBody {
  count: number;
  oldestAt: string | null;
}

export interface WaitingBody {
  reviews: WaitingCountBody;
  comments: WaitingCountBody;
  posts: WaitingCountBody;
  reports: WaitingCountBody;
  releases: { app: string; id: number; versionName: string; versionCode: number; state: 'halted' | 'guarded'; at: string }[];
  maintenance: {
    app: string;
    id: number;
    mode: 'full' | 'read_only';
    startAt: string;
    endAt: string | null;
    platforms: string[] | null;
  }[];
  staleFlags: number;
  mail: { waiting: number; failed: number; oldestAt: string | null };
}

const Count = Joi.object<WaitingCountBody, true>({
  count: countField.description('How many wait.'),
  oldestAt: nullableInstant.description('Since when the first one waits; null when none does.'),
})
  .id('WaitingCount')
  .description('How many things of one kind wait for moderators; reports are counted by thing, pending ones included.')
  .required();

const Release = Joi.object<WaitingBody['releases'][number], true>({
  app: textField.description('The slug of the app.'),
  id: idField.description('The id of the release.'),
  versionName: textField.description('The name of the version.'),
  versionCode: Joi.number().integer().required().description('The code of the version.'),
  state: oneOf('halted', 'guarded').required().description('Halted by hand, or by its crash guard.'),
  at: instantField.description('When it was halted.'),
})
  .id('WaitingRelease')
  .description('A release that is halted.');

const Maintenance = Joi.object<WaitingBody['maintenance'][number], true>({
  app: textField.description('The slug of the app.'),
  id: idField.description('The id of the window.'),
  mode: oneOf('full', 'read_only').required().description('Whether the app may still be read.'),
  startAt: instantField.description('When it began.'),
  endAt: nullableInstant.description('When it ends by itself; null for never.'),
  platforms: Joi.array().items(Joi.string()).allow(null).required().description('The only platforms concerned; null for all.'),
})
  .id('WaitingMaintenance')
  .description('A maintenance that is active now.');

const Mail = Joi.object<WaitingBody['mail'], true>({
  waiting: countField.description('How many mails wait, up to 10,000.'),
  failed: countField.description('How many mails of the last 30 days failed, up to 10,000.'),
  oldestAt: nullableInstant.description('Since when the first mail waits; null when none does.'),
})
  .id('WaitingMail')
  .description('The mails of the project that were not sent.');

const Waiting = Joi.object<WaitingBody, true>({
  reviews: Count,
  comments: Count,
  posts: Count,
  reports: Count,
  releases: Joi.array().items(Release).required().description('Active releases that are halted, the newest first, at most 100.'),
  maintenance: Joi.array().items(Maintenance).required().description('Maintenance that is active now, the newest first, at most 100.'),
  staleFlags: countField.description('How many feature flags could be removed.'),
  mail: Mail.required(),
})
  .id('Waiting')
  .description('What waits for the people on duty.');

export const WaitingEnvelope = envelopeOf(Waiting, 'WaitingEnvelope').description('What waits for the people on duty.');
