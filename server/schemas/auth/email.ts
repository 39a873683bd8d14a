import Joi from 'joi';
import { oneTimeCode } from '../../platform/http/input/code-fields.ts';

export interface EmailProof {
  code: string;
}

export const EmailProof = Joi.object<EmailProof, true>({
  code: oneTimeCode(6).required().description('The code of the mail.'),
})
  .id('EmailProof')
  .description('The code that the address received.');
