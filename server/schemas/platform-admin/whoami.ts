import Joi from 'joi';
import type { Scope } from '../../platform/auth/scopes.ts';
import { idField, nullableInstant, nullableText, textField } from '../../platform/http/input/replies.ts';
import { scopeList } from '../../platform/http/input/scopes.ts';

export interface WhoamiBody {
  actor: string;
  name: string | null;
  projectId: number | null;
  roles: ('staff' | 'admin' | 'owner')[];
  scopes: Scope[] | null;
  apps: string[] | null;
  expiresAt: string | null;
}

export const WhoamiBody = Joi.object<WhoamiBody, true>({
  actor: textField.description('The caller as the audit log names it, such as `operator:1` or `key:dk_ab12cd34`.'),
  name: nullableText.description('The name of the operator or of the API key; null for a user.'),
  projectId: idField.allow(null).description('The only project that the caller reaches; null for all projects.'),
  roles: Joi.array()
    .items(Joi.string().valid('staff', 'admin', 'owner'))
    .required()
    .description('The roles of the person; empty for an API key.'),
  scopes: scopeList().allow(null).required().description('The scopes of the API key; null for a person, whose roles decide.'),
  apps: Joi.array().items(Joi.string()).allow(null).required().description('The only apps that the API key reaches; null for all.'),
  expiresAt: nullableInstant.description('When the API key stops working; null for never, and for a person.'),
})
  .id('Whoami')
  .description('The caller, and what it reaches.');
