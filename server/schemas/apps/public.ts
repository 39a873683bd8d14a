import Joi from 'joi';
import { instantField } from '../../platform/http/input/replies.ts';
import type { UpdateCheck } from '../../services/apps/update-check.ts';
import { PublicAppBody } from './apps.ts';
import { FlagMap } from './flags.ts';
import { MaintenanceBody } from './maintenance.ts';
import { UpdateCheckBody } from './update-check.ts';

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
