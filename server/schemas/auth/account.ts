import Joi from 'joi';
import { typedPassword } from '../../platform/http/input/password-field.ts';
import { instantField, nullableInstant } from '../../platform/http/input/replies.ts';
import type * as deletion from '../../services/auth/deletion/deletion.ts';
import type { Proof } from '../../services/auth/deletion/proof.ts';
import type { Restoring } from '../../services/auth/deletion/restore.ts';
import { otp, phone, projectId } from './fields.ts';
import { SettingsBody } from './settings.ts';
import { UserBody } from './users.ts';

const proof = (purpose: string) => ({
  password: typedPassword().description('The password of the user; or else send `otp`.'),
  otp: otp().optional().description(`A code that \`/send-otp\` sent for the purpose \`${purpose}\`; or else send \`password\`.`),
});

/** Without the rule for both: the conversion to JSON Schema knows none, and the description says it. */
const oneOfBoth = ['password', 'otp'] as const;

export const DeletionProof = Joi.object<Proof, true>(proof('delete'))
  .xor(...oneOfBoth)
  .id('DeletionProof')
  .description('The password, or a code for this act.');

export const ExportProof = Joi.object<Proof, true>(proof('export'))
  .xor(...oneOfBoth)
  .id('ExportProof')
  .description('The password, or a code for this act.');

export const AccountRestoring = Joi.object<Restoring, true>({
  phone: phone(),
  ...proof('login'),
  projectId: projectId().description('The project that it belongs to.'),
})
  .xor(...oneOfBoth)
  .id('AccountRestoring')
  .description('The phone of the user, and the password or a code.');

export interface PhoneDeletion extends deletion.PhoneProof {
  projectId?: number;
}

export const PhoneDeletion = Joi.object<PhoneDeletion, true>({
  phone: phone(),
  otp: otp(),
  projectId: projectId().description('The project that it belongs to.'),
})
  .id('PhoneDeletion')
  .description('The phone of a user, and the code that it received.');

export interface DeletionBody {
  deletesAt: string;
}

export const DeletionBody = Joi.object<DeletionBody, true>({
  deletesAt: instantField.description('When the data of the user is erased. Until then the user can restore the account.'),
})
  .id('AccountDeletion')
  .description('The account is to be deleted.');

interface ExportedAccount {
  verifiedEmail: string | null;
  newPhone: string | null;
  lastLoginAt: string | null;
  deletionDueAt: string | null;
  deletedAt: string | null;
}

type Records = Record<string, unknown>[];

/** Each list has all that is stored of the user but secrets, so a release may add fields to its records. */
const records = (description: string) => Joi.array<Records>().items(Joi.object().unknown(true)).required().description(description);

export interface ExportBody {
  exportedAt: string;
  user: UserBody;
  account: ExportedAccount;
  settings: SettingsBody;
  sessions: Records;
  reviews: Records;
  comments: Records;
  posts: Records;
  votes: Records;
  subscriptions: Records;
  favorites: Records;
  guestReviews: Records;
  reports: Records;
  refusals: Records;
  blocks: Records;
  inbox: Records;
  roadmap: Records;
  changelog: Records;
  events: Records;
  apps: Records;
  mails: Records;
  activity: Records;
  accountLog: Records;
  codes: Records;
  codeSends: Records;
  sentCodes: Records;
  codeMessages: Records;
  locks: Records;
  devices: Records;
  deviceCodes: Records;
  deviceCodeSends: Records;
  deletions: Records;
}

export const ExportBody = Joi.object<ExportBody, true>({
  exportedAt: instantField.description('When the export began.'),
  user: UserBody.required(),
  account: Joi.object<ExportedAccount, true>({
    verifiedEmail: Joi.string().allow(null).required().description('The address that the user has proved; null without one.'),
    newPhone: Joi.string().allow(null).required().description('The phone of a change that is not confirmed yet; null without one.'),
    lastLoginAt: nullableInstant.description('When the user last signed in; null for never.'),
    deletionDueAt: nullableInstant.description('When the data is erased; null unless the user asked for it.'),
    deletedAt: nullableInstant.description('When the data was erased; null unless it was.'),
  })
    .required()
    .description('What else is stored of the account.'),
  settings: SettingsBody.required(),
  sessions: records('The sessions, live and ended ones that are still stored.'),
  reviews: records('The reviews, whatever their status.'),
  comments: records('The comments, hidden ones too.'),
  posts: records('The posts, hidden ones too.'),
  votes: records('The votes for posts.'),
  subscriptions: records('The posts that the user commented on or chose to follow, or no longer to follow.'),
  favorites: records('The favorites.'),
  guestReviews: records('Reviews without an account that have the proved e-mail address of the user.'),
  reports: records('What the user reported.'),
  refusals: records('What moderators refused in the last 30 days: the item of a review, or the digest of a text.'),
  blocks: records('The authors whom the user blocked.'),
  inbox: records('The messages to the user in the app, of the last 90 days.'),
  roadmap: records('The items of the roadmap that the user wrote.'),
  changelog: records('The entries of the changelog that the user wrote.'),
  events: records('The newest 1,000 events that apps reported about the user, in 1 MB at most, newest first; nothing proves them.'),
  apps: records('The apps that reported them, with the last time; nothing proves it.'),
  mails: records('The mails to the user, of the last 30 days, without codes.'),
  activity: records('What the audit log says that the user did.'),
  accountLog: records('What else the audit log has of the account: sign-ins, and acts of others without their names.'),
  codes: records('The last one-time codes for the phone, without the codes.'),
  codeSends: records('How many codes the phone was sent in a row.'),
  sentCodes: records('The codes that the phone was sent in the last days, without the codes.'),
  codeMessages: records('What providers reported about the messages of these codes.'),
  locks: records('Wrong passwords and codes in a row, and the locks that they led to.'),
  devices: records('The devices that the user has signed in from, without their tokens.'),
  deviceCodes: records('The last one-time codes that such devices asked for, without the codes.'),
  deviceCodeSends: records('How many codes such devices were sent in a row.'),
  deletions: records('The deletion of the account that the user asked for, if any.'),
})
  .id('AccountExport')
  .description('All data that is stored of a user, without secrets.');
