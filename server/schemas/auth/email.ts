import Joi from 'joi';
import { pattern } from '../../platform/http/input/fields.ts';

export interface EmailProof {
  code: string;
}

export const EmailProof = Joi.object<EmailProof, true>({
  code: pattern(/^[0-9]{6}$/, '6 digits')
    .required()
    .description('The code of the mail.'),
})
  .id('EmailProof')
  .description('The code that the address received.');
