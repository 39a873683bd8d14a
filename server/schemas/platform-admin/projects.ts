import Joi from 'joi';
import { isPhoneCountry } from '../../domain/phone.ts';
import { GUARD_MODES, MAX_DELETION_DAYS, type ProjectSettings, type SettingsChanges } from '../../domain/project-settings.ts';
import { boolean, email, integer, keyText, oneOf, patch, pattern, queryInteger, singleLineText } from '../../platform/http/input/fields.ts';
import { flagField, idField, instantField } from '../../platform/http/input/replies.ts';
import type { NewProject, ProjectPatch as ProjectPatchInput } from '../../services/platform-admin/projects.ts';

/** Ids fit the column and the X-Project-ID header. */
export const MAX_PROJECT_ID = 2_147_483_647;

export interface ProjectParams {
  id: number;
}

export const ProjectParams = Joi.object<ProjectParams, true>({
  id: queryInteger(1, MAX_PROJECT_ID).required().description('The id of the project.'),
});

export const ProjectCreate = Joi.object<NewProject, true>({
  name: singleLineText({ max: 100 }).required().description('The name of the project.'),
  id: integer(1, MAX_PROJECT_ID).description('The id of the project; the next free one when not given.'),
})
  .id('ProjectCreate')
  .description('A new project.');

const values = {
  loginMethods: listOf(oneOf('phone_password', 'phone_otp', 'username_password')).description('How users and operators may sign in.'),
  contentWriters: oneOf('authenticated', 'staff').description('Who may write roadmap and changelog: all signed-in users, or staff only.'),
  onePerAuthor: listOf(oneOf('auction', 'product', 'order', 'driver', 'store', 'group_deal')).description(
    'The kinds of item that an author may review only once each.',
  ),
  autoHideReports: integer(0, 1_000).description('The number of users whose reports hide content until a moderator decides; 0 for never.'),
  blockedWords: listOf(blockedWord())
    .max(500)
    .description('Content that contains one of these words is pending first; `word*` means every word with this beginning.'),
  languages: listOf(pattern(/^[a-z]{2,3}(?:-[A-Z]{2})?$/, 'a language such as en, ar or pt-BR')).description(
    'The languages of users, the default one first.',
  ),
  accountDeletionDays: integer(0, MAX_DELETION_DAYS).description(
    'Days between the request to delete an account and its erasure, in which the user can restore it; 0 for none.',
  ),
  erasedContent: oneOf('anonymise', 'delete').description('Whether the texts of an erased user lose their author or are deleted.'),
};

/** An SMS in Arabic with the longest duration and code, this host and an app hash takes two segments. */
const MAX_DOMAIN = 40;

const otpValues = {
  guard: oneOf(...GUARD_MODES).description(
    'Whether codes that nearly no one uses are refused (`enforce`), only counted (`record`), or neither (`off`).',
  ),
  guardScale: Joi.number().min(0.1).max(1_000).description('Multiplies the floors of the guard, for a campaign or a small app.'),
  capPerDay: integer(1, 1_000_000_000).allow(null).description('The most messages with codes in a day of UTC; null for no limit.'),
};
const smsValues = {
  androidHash: Joi.string()
    .pattern(/^[A-Za-z0-9+/]{11}$/, 'the 11 characters of an app hash')
    .allow(null)
    .description('The hash of the Android app, the last line of an SMS, which the SMS Retriever looks for; null for none.'),
  webDomain: Joi.string()
    .lowercase()
    .domain({ tlds: false, allowUnicode: false })
    .max(MAX_DOMAIN)
    .allow(null)
    .description(
      `The host of the web page, at most ${MAX_DOMAIN} characters, for which browsers fill the code in (WebOTP); null for none.`,
    ),
};
const phoneValues = {
  countries: listOf(country())
    .max(300)
    .allow(null)
    .description('The only countries whose phones may get codes, as ISO 3166 codes; null for all.'),
  blockedCountries: listOf(country()).max(300).description('The countries whose phones never get codes.'),
};

/** The most addresses that get notices. */
const MAX_NOTICE_ADDRESSES = 20;
const noticeValues = {
  to: Joi.array()
    .items(email())
    .max(MAX_NOTICE_ADDRESSES)
    .custom((addresses: readonly string[]) => [...new Set(addresses)])
    .allow(null)
    .description(
      'The addresses that get mails about what waits for a decision and what the server did by itself; null for the admins of the project ' +
        'who left an address, an empty list for no mail.',
    ),
};

/** Lists are replaced as a whole; null resets a value of `otp`, `phone` or `notices` to its default. */
const Settings = patch<SettingsChanges>({
  loginMethods: values.loginMethods.min(1),
  registration: boolean().description('Whether new users may register.'),
  otp: patch({
    length: integer(4, 10).allow(null).description('How many digits a code has; null for the value of the server.'),
    ttlSeconds: integer(1, 86_400).allow(null).description('How long a code is valid, in seconds; null for the value of the server.'),
    guard: otpValues.guard.allow(null),
    guardScale: otpValues.guardScale.allow(null),
    capPerDay: otpValues.capPerDay,
    sms: patch(smsValues).allow(null).description('Lines below the text of an SMS with which phones fill the code in by themselves.'),
  }).description('The codes that are sent to phones.'),
  phone: patch({
    countries: phoneValues.countries.min(1),
    blockedCountries: phoneValues.blockedCountries.allow(null),
  }).description('The phones that may get codes.'),
  contentWriters: values.contentWriters,
  onePerAuthor: values.onePerAuthor,
  autoHideReports: values.autoHideReports,
  blockedWords: values.blockedWords,
  languages: values.languages.min(1).max(20),
  requireTotp: boolean().description('Whether operators may do nothing before they have set up a second factor.'),
  accountDeletionDays: values.accountDeletionDays,
  erasedContent: values.erasedContent,
  notices: patch(noticeValues).description('The mails that tell the team what it must know.'),
});

export const ProjectPatch = patch<ProjectPatchInput>({
  name: singleLineText({ max: 100 }).description('The name of the project.'),
  isActive: boolean().description('Whether the project serves its users.'),
  settings: Settings.description('The settings to change.'),
} satisfies Joi.StrictSchemaMap<ProjectPatchInput>)
  .id('ProjectPatch')
  .description('The changes of a project; absent fields stay.');

export interface ProjectBody {
  id: number;
  name: string;
  isActive: boolean;
  settings: ProjectSettings;
  createdAt: string;
  updatedAt: string;
}

const SettingsBody = Joi.object<ProjectSettings>({
  loginMethods: values.loginMethods.required(),
  registration: flagField.description('Whether new users may register.'),
  otp: Joi.object({
    length: Joi.number().integer().required().description('How many digits a code has.'),
    ttlSeconds: Joi.number().integer().required().description('How long a code is valid, in seconds.'),
    guard: otpValues.guard.required(),
    guardScale: otpValues.guardScale.required(),
    capPerDay: otpValues.capPerDay.required(),
    sms: Joi.object({ androidHash: smsValues.androidHash.required(), webDomain: smsValues.webDomain.required() })
      .required()
      .description('Lines below the text of an SMS with which phones fill the code in by themselves.'),
  })
    .required()
    .description('The codes that are sent to phones.'),
  phone: Joi.object({
    countries: phoneValues.countries.required(),
    blockedCountries: phoneValues.blockedCountries.required(),
  })
    .required()
    .description('The phones that may get codes.'),
  contentWriters: values.contentWriters.required(),
  onePerAuthor: values.onePerAuthor.required(),
  autoHideReports: values.autoHideReports.required(),
  blockedWords: values.blockedWords.required(),
  languages: values.languages.required(),
  requireTotp: flagField.description('Whether operators may do nothing before they have set up a second factor.'),
  accountDeletionDays: values.accountDeletionDays.required(),
  erasedContent: values.erasedContent.required(),
  notices: Joi.object({ to: noticeValues.to.required() }).required().description('The mails that tell the team what it must know.'),
});

export const ProjectBody = Joi.object<ProjectBody, true>({
  id: idField.description('The id of the project.'),
  name: Joi.string().required().description('The name of the project.'),
  isActive: flagField.description('Whether the project serves its users.'),
  settings: SettingsBody.required().description('The settings of the project, defaults included.'),
  createdAt: instantField.description('When it was created.'),
  updatedAt: instantField.description('When it was last changed.'),
})
  .id('Project')
  .description('A project with its settings.');
export const ProjectList = Joi.array().items(ProjectBody).required().description('The projects.');

function blockedWord(): Joi.StringSchema {
  return keyText({ max: 100 })
    .pattern(/^[^*]*[\p{L}\p{N}][^*]*\*?$/u)
    .messages({ 'string.pattern.base': '{{#label}} must be a word, with * at most at its end' });
}

function country(): Joi.StringSchema {
  return pattern(/^[A-Z]{2}$/, 'an ISO 3166 code of two capital letters such as SA').custom((code: string, helpers) =>
    isPhoneCountry(code) ? code : helpers.message({ custom: '{{#label}} must be a country that has phone numbers' }),
  );
}

function listOf(item: Joi.StringSchema): Joi.ArraySchema {
  return Joi.array().items(item).unique();
}
