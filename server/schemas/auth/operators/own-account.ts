import Joi from 'joi';
import { secondFactorCode } from '../../../platform/http/input/code-fields.ts';
import { email } from '../../../platform/http/input/fields.ts';
import { newPassword, typedPassword } from '../../../platform/http/input/password-field.ts';
import { flagField, idField, instantField, nullableInstant, nullableText, textField } from '../../../platform/http/input/replies.ts';
import type * as account from '../../../services/auth/operators/own-account.ts';
import type * as totp from '../../../services/auth/operators/totp.ts';

export const OwnAccountPatch = Joi.object<account.OwnAccountChanges, true>({
  email: email().allow(null).required().description('The e-mail address; null for none.'),
  password: typedPassword().required().description('The password of the operator.'),
})
  .id('OwnAccountPatch')
  .description('The changes of the own account.');

export const OwnPasswordChange = Joi.object<account.OwnPasswordChange, true>({
  currentPassword: typedPassword().required().description('The password that the operator signs in with now.'),
  newPassword: newPassword().required(),
})
  .id('OwnPasswordChange')
  .description('The old and the new password of the signed-in operator.');

const code = () => secondFactorCode().required();

export interface TotpStart {
  password: string;
}

export const TotpStart = Joi.object<TotpStart, true>({
  password: typedPassword().required().description('The password of the operator.'),
})
  .id('TotpStart')
  .description('Proves that the operator, not just anyone with the token, begins to set up a second factor.');

export interface TotpCode {
  code: string;
}

export const TotpCode = Joi.object<TotpCode, true>({
  code: code().description('The six digits that the authenticator app shows now.'),
})
  .id('TotpCode')
  .description('Proves that the authenticator app has the secret.');

export const TotpRemoval = Joi.object<totp.TotpRemoval, true>({
  password: typedPassword().required().description('The password of the operator.'),
  code: code().description('The six digits that the authenticator app shows now, or a recovery code.'),
})
  .id('TotpRemoval')
  .description('Proves that the operator may remove the second factor.');

export interface OwnAccountBody {
  id: number;
  username: string;
  email: string | null;
  role: 'staff' | 'admin';
  roles: ('staff' | 'admin' | 'owner')[];
  projectId: number;
  totp: boolean;
  createdAt: string;
  lastLoginAt: string | null;
}

export const OwnAccountBody = Joi.object<OwnAccountBody, true>({
  id: idField.description('The id of the operator.'),
  username: textField.description('The name to sign in with.'),
  email: nullableText.description('The e-mail address.'),
  role: Joi.string().valid('staff', 'admin').required().description('An admin also administers users.'),
  roles: Joi.array()
    .items(Joi.string().valid('staff', 'admin', 'owner'))
    .required()
    .description('The role, and `owner` for an admin of all projects.'),
  projectId: idField.description('The project of the operator.'),
  totp: flagField.description('Whether signing in needs a code of the authenticator app.'),
  createdAt: instantField.description('When the operator was created.'),
  lastLoginAt: nullableInstant.description('The last sign-in; null when it is not known.'),
})
  .id('OwnAccount')
  .description('The account of the signed-in operator.');

export const TotpSetupBody = Joi.object<totp.TotpSetup, true>({
  secret: textField.description('The secret in Base32, to type into the authenticator app.'),
  otpauthUrl: textField.description('The same as an `otpauth://` address, to show as a QR code.'),
})
  .id('TotpSetup')
  .description('A new secret, which is shown only once.');

export interface RecoveryCodesBody {
  recoveryCodes: string[];
}

export const RecoveryCodesBody = Joi.object<RecoveryCodesBody, true>({
  recoveryCodes: Joi.array()
    .items(Joi.string())
    .required()
    .description('Ten codes, shown only once; each replaces one code of the app once.'),
})
  .id('RecoveryCodes')
  .description('The recovery codes of the operator.');
