import Joi from 'joi';
import { typedPassword } from '../../platform/http/input/password-field.ts';
import { instantField } from '../../platform/http/input/replies.ts';
import type * as deletion from '../../services/auth/deletion/deletion.ts';
import type { Proof } from '../../services/auth/deletion/proof.ts';
import type { Restoring } from '../../services/auth/deletion/restore.ts';
import { otp, phone, projectId } from './fields.ts';

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
