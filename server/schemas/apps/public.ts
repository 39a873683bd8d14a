import Joi from 'joi';
import { instantField } from '../../platform/http/input/replies.ts';
import type { StartAttributes } from '../../services/apps/flags/evaluate-flags.ts';
import type { UpdateCheck } from '../../services/apps/update-check.ts';
import { PublicAppBody } from './apps.ts';
import { FlagMap } from './flags.ts';
import { MaintenanceBody } from './maintenance.ts';
import { UpdateCheckBody, UpdateQuery } from './update-check.ts';

export type StartQuery = UpdateQuery & StartAttributes;

/** A client may tell more about itself than the update check needs; conditions of flags compare it. */
const told = {
  installationId: Joi.string().allow('').max(128).description('The installation of the app. It decides percentages of flags.'),
  userId: Joi.string().allow('').max(128).description('The signed-in user.'),
  country: Joi.string().allow('').max(64).description('The country of the person, such as `SA`.'),
  language: Joi.string().allow('').max(64).description('The language of the person, such as `ar`.'),
  osVersion: Joi.string().allow('').max(64).description('The version of the operating system.'),
};

export const BootstrapQuery = UpdateQuery.concat(Joi.object<StartQuery>(told));
/** Platform and version were ignored here in earlier releases, so a bad one is no error. */
export const FlagsQuery = Joi.object<StartAttributes>({
  platform: anyText().description('The platform of the device.'),
  currentVersion: anyText().description('The version that the device runs, such as 1.4.2.'),
  ...told,
});

/** A text; everything else counts as absent. */
function anyText(): Joi.AnySchema {
  return Joi.any()
    .custom((value: unknown) => (typeof value === 'string' && value.length <= 64 ? value : ''))
    .meta({ json: { type: 'string' } });
}

export interface BootstrapBody {
  app: PublicAppBody;
  version: UpdateCheck;
  maintenance: MaintenanceBody;
  features: FlagMap;
  serverTime: string;
}

export const BootstrapBody = Joi.object<BootstrapBody, true>({
  app: PublicAppBody.required(),
  version: UpdateCheckBody.required(),
  maintenance: MaintenanceBody.required(),
  features: FlagMap,
  serverTime: instantField.description('The time of the server, for clients whose clock is wrong.'),
})
  .id('Bootstrap')
  .description('All that an app reads at its start.');
