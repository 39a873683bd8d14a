import Joi from 'joi';
import { cappedInteger, instant, pattern, queryInteger, singleLineText } from '../../platform/http/input/fields.ts';
import { flagField, idField, instantField, nullableObject, nullableText, textField } from '../../platform/http/input/replies.ts';
import type { AuditQuery as AuditQueryInput } from '../../services/platform-admin/audit-log.ts';
import { MAX_PROJECT_ID } from './projects.ts';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;

const word = (max: number) => pattern(/^[\x21-\x7e]+$/, 'a word of ASCII characters, as the rows contain it').max(max);

export const AuditQuery = Joi.object<AuditQueryInput, true>({
  actor: word(64).description('Only the acts of this actor, such as `operator:1`, `key:dk_ab12cd34`, `user:<uuid>` or `system:retention`.'),
  action: word(64).description('Only this action, such as `version.published`.'),
  subject: word(190).description('Only acts on this subject, such as `app:souq`, which includes its versions, flags and maintenance.'),
  target: word(190).description('Only acts on this part of a subject, such as `flag:checkout` or `version:20`.'),
  projectId: queryInteger(1, MAX_PROJECT_ID).description('Only the acts in this project.'),
  from: instant().description('Only acts at this time or later.'),
  to: instant().description('Only acts before this time.'),
  q: singleLineText({ max: 100 }).description('Words of actor, action, subject, target or details, all of which must be found.'),
  before: queryInteger(1, Number.MAX_SAFE_INTEGER).description('Only rows with a lower id: the `nextBefore` of the page before.'),
  limit: cappedInteger(1, MAX_LIMIT).default(DEFAULT_LIMIT).description(`At most ${MAX_LIMIT}; more counts as ${MAX_LIMIT}.`),
});

export interface AuditEntryBody {
  id: number;
  at: string;
  actor: string;
  actorName: string | null;
  projectId: number | null;
  action: string;
  subject: string;
  target: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  reason: string | null;
  requestId: string | null;
  address: string | null;
}

const AuditEntryBody = Joi.object<AuditEntryBody, true>({
  id: idField.description('The id of the row; newer rows have higher ids.'),
  at: instantField.description('When it happened.'),
  actor: textField.description('The kind and id of the actor, such as `operator:1`.'),
  actorName: nullableText.description('The name of the operator or key at that time.'),
  projectId: idField.allow(null).description('The project concerned; null for an act that belongs to no project.'),
  action: textField.description('What was done, such as `version.published`.'),
  subject: textField.description('What it was done to, such as `app:souq`.'),
  target: nullableText.description('The part of the subject concerned, such as `flag:checkout`.'),
  before: nullableObject.description('The changed fields before the act.'),
  after: nullableObject.description('The changed fields after the act, or other facts about it.'),
  reason: nullableText.description('The reason that the actor gave.'),
  requestId: nullableText.description('The `X-Request-Id` of the request.'),
  address: nullableText.description('The network that the request came from: /24 or /48.'),
})
  .id('AuditEntry')
  .description('One act: who did what, when and from where.');

export const AuditLogBody = Joi.object({
  success: flagField.description('Always true.'),
  message: textField.description('What the answer contains.'),
  data: Joi.array().items(AuditEntryBody).required().description('The rows, newest first.'),
  nextBefore: idField.allow(null).description('The `before` of the next page; null on the last one.'),
})
  .id('AuditLog')
  .description('A page of the audit log.');
