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
  isActive: boolean().required().description('True starts a maintenance event, false ends the active one.'),
  messageEn: message.description('The message for users, in English.'),
  messageAr: message.description('The message for users, in Arabic.'),
  estimatedEnd: instant().allow(null).description('When the maintenance will probably end.'),
})
  .id('MaintenancePut')
  .description('Switches maintenance on or off.');

export const MaintenanceEventBody = Joi.object<MaintenanceEventBody, true>({
  id: idField.description('The id of the event.'),
  isActive: flagField.description('Whether the maintenance still goes on.'),
  messageEn: nullableText.description('The message for users, in English.'),
  messageAr: nullableText.description('The message for users, in Arabic.'),
  estimatedEnd: nullableInstant.description('When the maintenance will probably end.'),
  endedAt: nullableInstant.description('When it ended; null while it goes on.'),
  createdAt: instantField.description('When it began.'),
  updatedAt: instantField.description('When it was last changed.'),
})
  .id('MaintenanceEvent')
  .description('A period of maintenance.');
/** Null when maintenance was already off. */
export const MaintenanceAnswer = MaintenanceEventBody.allow(null)
  .id('MaintenanceAnswer')
  .description('The maintenance event that was started or ended; null when maintenance was off already.');
export const MaintenanceHistory = Joi.array().items(MaintenanceEventBody).max(20).required().description('The maintenance events.');

export const MaintenanceBody = Joi.object<MaintenanceBody, true>({
  maintenance: flagField.description('Whether the app is under maintenance now.'),
  messageEn: nullableText.description('The message for users, in English.'),
  messageAr: nullableText.description('The message for users, in Arabic.'),
  estimatedEnd: nullableInstant.description('When the maintenance will probably end.'),
})
  .id('Maintenance')
  .description('Whether the app is under maintenance, with the message for users.');
