import Joi from 'joi';
import type { Bounds, Count, Group } from '../../domain/audience/tally.ts';
import { queryBoolean } from '../../platform/http/input/fields.ts';
import { countField } from '../../platform/http/input/replies.ts';
import type { MeasuredAudience } from '../../services/apps/audience/measure-audience.ts';
import { FlagBody } from './flags.ts';
import { MaintenanceEventBody } from './maintenance.ts';
import { SegmentBody } from './segments.ts';
import { VersionBody } from './versions.ts';

export interface DryRunQuery {
  dryRun: boolean;
}

export const DryRunQuery = Joi.object<DryRunQuery, true>({
  dryRun: queryBoolean()
    .default(false)
    .description('Answers what the request would change and whom it would reach, with status 200, and writes nothing.'),
});

export interface AudienceBody extends MeasuredAudience {
  window: '30 days';
}

interface DryRunBody<T> {
  before: T | null;
  after: T | null;
  reach: AudienceBody;
  warnings: readonly string[];
}

export type FlagDryRunBody = DryRunBody<FlagBody>;
export type SegmentDryRunBody = DryRunBody<SegmentBody>;
export type ReleaseDryRunBody = DryRunBody<VersionBody>;
export type MaintenanceDryRunBody = DryRunBody<MaintenanceEventBody>;

const count = Joi.alternatives<Count>(
  Joi.number().integer().min(0).id('ExactCount').description('A number of users.'),
  Joi.object<Bounds, true>({
    min: countField.description('The users for whom it is certain.'),
    max: countField.description('The users for whom it is possible.'),
  })
    .id('CountBounds')
    .description('The bounds of a number that depends on attributes which are not stored.'),
).required();

const group = Joi.object<Group, true>({
  users: countField.description('The users of the group.'),
  matched: count.description('Those of them who are matched.'),
})
  .id('ReachGroup')
  .description('The users of one platform or version.');

const groups = Joi.object<Record<string, Group>>().pattern(Joi.string(), group).required();

const AudienceBody = Joi.object<AudienceBody, true>({
  window: Joi.string<'30 days'>().valid('30 days').required().description('The period in which the counted users were seen.'),
  users: countField.description('The users of the period.'),
  known: countField.description('The users of whom every attribute is stored that decides.'),
  matched: count.description(
    'The users for whom the flag is on, who are offered the release, or who are under the maintenance, after the change.',
  ),
  gains: count.description('The users who are matched by the change and were not before.'),
  loses: count.description('The users who were matched before and no longer are.'),
  share: Joi.number().min(0).max(1).required().description('The part of the users that is certainly matched, from 0 to 1.'),
  byPlatform: groups.description('The users by their last platform; `unknown` for those without one.'),
  byVersion: groups.description('The users by their last version: the 20 most frequent, `others`, and `unknown` for those without one.'),
  unknownAttributes: Joi.array()
    .items(Joi.string())
    .required()
    .description('The attributes that decide and that are not stored for every user.'),
  method: Joi.string<MeasuredAudience['method']>()
    .valid('exact', 'sample')
    .required()
    .description('`sample` when only the newest users were evaluated and the numbers are scaled to all.'),
})
  .id('Reach')
  .description('The users of an app whom a change reaches, as far as stored attributes show.');

function dryRunFields<T>(thing: Joi.ObjectSchema<T>): Record<keyof DryRunBody<T>, Joi.Schema> {
  // one schema for both, because a name may have one schema only
  const side = thing.allow(null).required();
  return {
    before: side,
    after: side,
    reach: AudienceBody.required(),
    warnings: Joi.array().items(Joi.string()).required().description('Remarks on what may surprise.'),
  };
}

const SIDES = '`before` is null when the request creates, `after` when it deletes; the id and the times of `after` are not final.';

export const FlagDryRunBody = Joi.object<FlagDryRunBody>(dryRunFields(FlagBody))
  .id('FlagPreview')
  .description(`What a change of a flag would do. ${SIDES}`);
export const SegmentDryRunBody = Joi.object<SegmentDryRunBody>(dryRunFields(SegmentBody))
  .id('SegmentPreview')
  .description(`What a change of a segment would do. A user is matched when one of the flags that name it is on. ${SIDES}`);
export const ReleaseDryRunBody = Joi.object<ReleaseDryRunBody>(dryRunFields(VersionBody))
  .id('ReleasePreview')
  .description(`What a change of a release would do. A user is matched when the update check offers that release as an update. ${SIDES}`);
export const MaintenanceDryRunBody = Joi.object<MaintenanceDryRunBody>(dryRunFields(MaintenanceEventBody))
  .id('MaintenancePreview')
  .description(
    'What a change of the maintenance would do. A user is matched who is under the added maintenance while it is active. `before` is the active ' +
      'maintenance, or the one that is canceled, else null; `after` is null when none is left; the id and the times of `after` are not final.',
  );
