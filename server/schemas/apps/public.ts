import Joi from 'joi';
import { instantField } from '../../platform/http/input/replies.ts';
import type { StartAttributes } from '../../services/apps/flags/evaluate-flags.ts';
import type { GateAttributes } from '../../services/apps/maintenance/ask.ts';
import type { AdvisedUpdate } from '../../services/apps/releases/update-answer.ts';
import { PublicAppBody } from './apps.ts';
import { FlagMap } from './flags.ts';
import { MaintenanceBody } from './maintenance.ts';
import { deviceFields, UpdateCheckBody, UpdateQuery } from './update-check.ts';

export type StartQuery = UpdateQuery & StartAttributes;

/** More attributes than the update check needs; conditions of flags compare them. */
const attributes = {
  ...deviceFields,
  userId: Joi.string().allow('').max(128).description('The signed-in user.'),
  country: Joi.string().allow('').max(64).description('The country of the person, such as `SA`.'),
};

export const BootstrapQuery = UpdateQuery.concat(Joi.object<StartQuery>(attributes));
/** Requests for flags and maintenance had no parameters in earlier releases, so a bad platform or version is no error. */
export const PhoneQuery = Joi.object<StartAttributes>({
  platform: anyText().description('The platform of the device.'),
  currentVersion: anyText().description('The version that the device runs, such as 1.4.2.'),
  ...attributes,
});

export const GateQuery = PhoneQuery.concat(
  Joi.object<GateAttributes>({
    method: Joi.string()
      .allow('')
      .max(32)
      .description('The method of the guarded request. A read-only maintenance refuses those that write.'),
  }),
);

export interface StreamQuery {
  since?: number;
}

export const StreamQuery = Joi.object<StreamQuery, true>({
  since: Joi.number().integer().min(0).description('The newest position that the client has seen; by default the present one.'),
});

/** A text; everything else counts as absent. */
function anyText(): Joi.AnySchema {
  return Joi.any()
    .custom((value: unknown) => (typeof value === 'string' && value.length <= 64 ? value : ''))
    .meta({ json: { type: 'string' } });
}

export interface BootstrapBody {
  app: PublicAppBody;
  version: AdvisedUpdate;
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
