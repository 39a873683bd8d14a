import Joi from 'joi';
import { boolean, instant, multilineText } from '../../platform/http/input/fields.ts';
import { flagField, idField, instantField, nullableInstant, nullableText } from '../../platform/http/input/replies.ts';
import type { MaintenanceInput } from '../../services/apps/maintenance.ts';

export interface MaintenanceEventBody {
  id: number;
  isActive: boolean;
  messageEn: string | null;
  messageAr: string | null;
  estimatedEnd: string | null;
  endedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface MaintenanceBody {
  maintenance: boolean;
  messageEn: string | null;
  messageAr: string | null;
  estimatedEnd: string | null;
}

const message = multilineText({ min: 0, max: 2_000 }).allow(null);

export const MaintenancePut = Joi.object<MaintenanceInput, true>({
  isActive: boolean().required(),
  messageEn: message,
  messageAr: message,
  estimatedEnd: instant().allow(null),
});

export const MaintenanceEventBody = Joi.object<MaintenanceEventBody, true>({
  id: idField,
  isActive: flagField,
  messageEn: nullableText,
  messageAr: nullableText,
  estimatedEnd: nullableInstant,
  endedAt: nullableInstant,
  createdAt: instantField,
  updatedAt: instantField,
}).id('MaintenanceEvent');
/** Null when maintenance was already off. */
export const MaintenanceAnswer = MaintenanceEventBody.allow(null).id('MaintenanceAnswer');
export const MaintenanceHistory = Joi.array().items(MaintenanceEventBody).max(20).required();

export const MaintenanceBody = Joi.object<MaintenanceBody, true>({
  maintenance: flagField,
  messageEn: nullableText,
  messageAr: nullableText,
  estimatedEnd: nullableInstant,
}).id('Maintenance');
