import Joi from 'joi';
import {
  type MaintenanceMode,
  type MaintenanceState,
  MODES,
  STATES,
  type Testers,
  type VersionRange,
} from '../../domain/maintenance/window.ts';
import { boolean, instant, keyText, oneOf, optionalMultilineText, pathId } from '../../platform/http/input/fields.ts';
import { flagField, idField, instantField, nullableInstant, nullableText } from '../../platform/http/input/replies.ts';
import type { MaintenanceInput, WindowChanges } from '../../services/apps/maintenance/windows.ts';
import { slugField } from './apps.ts';
import { nameKey } from './targeting.ts';
import { semanticVersion } from './version-field.ts';

export interface MaintenanceEventBody {
  id: number;
  isActive: boolean;
  state: MaintenanceState;
  messageEn: string | null;
  messageAr: string | null;
  estimatedEnd: string | null;
  startAt: string | null;
  endAt: string | null;
  announceFrom: string | null;
  mode: MaintenanceMode;
  platforms: ('android' | 'ios')[] | null;
  versions: VersionRange[] | null;
  testers: Testers | null;
  endedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface MaintenanceBody {
  maintenance: boolean;
  messageEn: string | null;
  messageAr: string | null;
  estimatedEnd: string | null;
  readOnly?: boolean;
  upcoming?: UpcomingBody[];
}

export interface UpcomingBody {
  id: number;
  startAt: string;
  endAt: string | null;
  mode: MaintenanceMode;
  messageEn: string | null;
  messageAr: string | null;
}

export interface WindowParams {
  slug: string;
  id: number;
}

export const WindowParams = Joi.object<WindowParams, true>({
  slug: slugField.required().description('The short name of the app, which its addresses contain.'),
  id: pathId().description('The id of the maintenance.'),
});

const mode = oneOf(...MODES).description('`full`, or `read_only`: the app may still be read.');
const platforms = Joi.array()
  .items(oneOf('android', 'ios'))
  .min(1)
  .unique()
  .allow(null)
  .description('Only phones that tell one of these platforms; null for all.');
const versions = Joi.array()
  .items(
    Joi.object<VersionRange, true>({
      min: semanticVersion().description('The lowest version.'),
      max: semanticVersion().description('The highest version, which is included.'),
    }).or('min', 'max'),
  )
  .min(1)
  .max(20)
  .allow(null)
  .description('Only phones that tell a version in one of these ranges; null for all.');
const testers = Joi.object<Testers, true>({
  segment: nameKey.description('The key of a segment.'),
  ids: Joi.array()
    .items(keyText({ max: 128 }))
    .min(1)
    .max(100)
    .description('Values of `userId` or `installationId`.'),
})
  .xor('segment', 'ids')
  .allow(null)
  .description('The people whom the maintenance lets in: a segment, or a list of users and installations.');

const message = optionalMultilineText({ max: 2_000 });

const fields = {
  messageEn: message.description('The message for users, in English.'),
  messageAr: message.description('The message for users, in Arabic.'),
  estimatedEnd: instant().allow(null).description('When the maintenance will probably end; it ends nothing.'),
  startAt: instant().allow(null).description('Schedules the maintenance for this time; it starts now when not given.'),
  endAt: instant().allow(null).description('When the maintenance ends by itself; until it is switched off when not given.'),
  announceFrom: instant().allow(null).description('From when on phones see a scheduled maintenance as upcoming; at once when not given.'),
  mode,
  platforms,
  versions,
  testers,
};

export const MaintenancePut = Joi.object<MaintenanceInput, true>({
  isActive: boolean().required().description('True starts a maintenance event, false ends the active one.'),
  ...fields,
})
  .id('MaintenancePut')
  .description('Switches maintenance on or off, or schedules it.');

export const MaintenanceEdit = Joi.object<WindowChanges, true>({
  ...fields,
  startAt: instant().description('When it starts, which must be in the future.'),
})
  .id('MaintenanceEdit')
  .description('Changes a scheduled maintenance. A field that is left out stays as it is, and null clears one.');

export interface MaintenanceRow extends MaintenanceEventBody {
  etag: string;
}

export const MaintenanceEventBody = Joi.object<MaintenanceEventBody, true>({
  id: idField.description('The id of the event.'),
  isActive: flagField.description('Whether the maintenance goes on now.'),
  state: oneOf(...STATES)
    .required()
    .description('`announced` is scheduled too, and phones see it as upcoming.'),
  messageEn: nullableText.description('The message for users, in English.'),
  messageAr: nullableText.description('The message for users, in Arabic.'),
  estimatedEnd: nullableInstant.description('When the maintenance will probably end.'),
  startAt: nullableInstant.description('When it starts; null when it began as it was created.'),
  endAt: nullableInstant.description('When it ends by itself.'),
  announceFrom: nullableInstant.description('From when on phones see it as upcoming; null for at once.'),
  mode: mode.required(),
  platforms: platforms.required(),
  versions: versions.required(),
  testers: testers.required(),
  endedAt: nullableInstant.description('When it ended; null before.'),
  createdAt: instantField.description('When it was created.'),
  updatedAt: instantField.description('When it was last changed.'),
})
  .id('MaintenanceEvent')
  .description('A window of maintenance.');
/** Null when maintenance was already off. */
export const MaintenanceAnswer = MaintenanceEventBody.allow(null)
  .id('MaintenanceAnswer')
  .description('The maintenance event that was started or ended; null when maintenance was off already.');
const MaintenanceRow = MaintenanceEventBody.append({ etag: Joi.string().required().description('The entity tag that `If-Match` takes.') })
  .id('MaintenanceRow')
  .description('A window of maintenance, with its version.');
export const MaintenanceHistory = Joi.array().items(MaintenanceRow).max(20).required().description('The maintenance events.');

export const UpcomingBody = Joi.object<UpcomingBody, true>({
  id: idField.description('The id of the maintenance.'),
  startAt: instantField.description('When it starts.'),
  endAt: nullableInstant.description('When it ends by itself.'),
  mode: mode.required(),
  messageEn: nullableText.description('The message for users, in English.'),
  messageAr: nullableText.description('The message for users, in Arabic.'),
})
  .id('UpcomingMaintenance')
  .description('A maintenance that will start.');

export const MaintenanceBody = Joi.object<MaintenanceBody, true>({
  maintenance: flagField.description('Whether the app is under maintenance now.'),
  messageEn: nullableText.description('The message for users, in English.'),
  messageAr: nullableText.description('The message for users, in Arabic.'),
  estimatedEnd: nullableInstant.description('When the maintenance will probably end.'),
  readOnly: Joi.boolean().description('Whether the app may still be read. Only in answers to requests that tell about the phone.'),
  upcoming: Joi.array()
    .items(UpcomingBody)
    .description('The announced maintenance, by start. Only in answers to requests that tell about the phone.'),
})
  .id('Maintenance')
  .description('Whether the app is under maintenance, with the message for users.');
