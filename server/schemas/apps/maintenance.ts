import Joi from 'joi';
import { instant, paragraphs, yesNo } from '../../platform/http/input/fields.ts';
import { flagField, idField, instantField, nullableInstant, nullableText } from '../../platform/http/input/replies.ts';

export interface MaintenancePut {
  isActive: boolean;
  messageEn?: string | null;
  messageAr?: string | null;
  estimatedEnd?: Date | null;
}

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

const message = paragraphs({ min: 0, max: 2_000 }).allow(null);

export const MaintenancePut = Joi.object<MaintenancePut>({
  isActive: yesNo().required(),
  messageEn: message,
  messageAr: message,
  estimatedEnd: instant().allow(null),
});

export const MaintenanceEventBody = Joi.object<MaintenanceEventBody>({
  id: idField,
  isActive: flagField,
  messageEn: nullableText,
  messageAr: nullableText,
  estimatedEnd: nullableInstant,
  endedAt: nullableInstant,
  createdAt: instantField,
  updatedAt: instantField,
}).id('MaintenanceEvent');
/** Null when maintenance was off already. */
export const MaintenanceAnswer = MaintenanceEventBody.allow(null).id('MaintenanceAnswer');
export const MaintenanceHistory = Joi.array().items(MaintenanceEventBody).max(20).required();

export const MaintenanceBody = Joi.object<MaintenanceBody>({
  maintenance: flagField,
  messageEn: nullableText,
  messageAr: nullableText,
  estimatedEnd: nullableInstant,
}).id('Maintenance');
