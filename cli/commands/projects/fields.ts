import type { components } from '../../../generated/api-types.ts';
import { ITEM_TYPES } from '../../input/item-types.ts';

export type Project = components['schemas']['Project'];
export type ProjectChanges = components['schemas']['ProjectPatch'];
type Settings = Project['settings'];

export const LOGIN_METHODS = [
  'phone_password',
  'phone_otp',
  'username_password',
] as const satisfies readonly Settings['loginMethods'][number][];

export const CONTENT_WRITERS = ['authenticated', 'staff'] as const satisfies readonly Settings['contentWriters'][];

export const ERASED_CONTENT = ['anonymise', 'delete'] as const satisfies readonly Settings['erasedContent'][];

/** The item types, and `none` for an empty list. */
export const ONE_PER_AUTHOR = [...ITEM_TYPES, 'none'] as const;

export const GUARD_MODES = ['enforce', 'record', 'off'] as const satisfies readonly Settings['otp']['guard'][];

/** The settings that --reset returns to the server's default. */
export const RESETS = [
  'otp-length',
  'otp-ttl',
  'otp-guard',
  'otp-guard-scale',
  'otp-cap',
  'sms-android-hash',
  'sms-web-domain',
  'phone-countries',
  'blocked-countries',
  'notices-to',
] as const;
