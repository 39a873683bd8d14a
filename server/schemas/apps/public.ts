import Joi from 'joi';
import { instantField } from '../../platform/http/input/replies.ts';
import { PublicAppBody } from './apps.ts';
import { FlagMap } from './flags.ts';
import { MaintenanceBody } from './maintenance.ts';
import { UpdateCheckBody } from './update-check.ts';

export const BootstrapBody = Joi.object({
  app: PublicAppBody.required(),
  version: UpdateCheckBody.required(),
  maintenance: MaintenanceBody.required(),
  features: FlagMap,
  serverTime: instantField,
}).id('Bootstrap');
