import Joi from 'joi';
import { cappedInteger, pathId, pattern, queryInteger, singleLineText } from '../../platform/http/input/fields.ts';
import { flagField, idField, instantField, nullableObject, nullableText, textField } from '../../platform/http/input/replies.ts';
import type { ChangeKey, ChangesQuery as ChangesQueryInput } from '../../services/apps/changes/changes.ts';
import { slugField } from './apps.ts';
import { FlagDryRunBody, SegmentDryRunBody } from './dry-run.ts';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;

export interface UndoInput {
  reason?: string | null;
}

export interface ChangeBody {
  id: number;
  action: string;
  target: string | null;
  actor: string;
  actorName: string | null;
  reason: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  undoes: number | null;
  requestId: string | null;
  createdAt: string;
  canUndo: boolean;
}

export const ChangesQuery = Joi.object<ChangesQueryInput, true>({
  subject: pattern(/^[\x21-\x7e]+$/, 'a word of ASCII characters, such as flag:checkout')
    .max(190)
    .description('Only changes of this part of the app, such as `flag:checkout`, `segment:beta`, `version:20` or `maintenance:3`.'),
  before: queryInteger(1, Number.MAX_SAFE_INTEGER).description('Only changes with a lower id: the `nextBefore` of the page before.'),
  limit: cappedInteger(1, MAX_LIMIT).default(DEFAULT_LIMIT).description(`At most ${MAX_LIMIT}; more counts as ${MAX_LIMIT}.`),
});

export const ChangeParams = Joi.object<ChangeKey, true>({
  slug: slugField.required().description('The short name of the app, which its addresses contain.'),
  id: pathId().description('The id of the change.'),
});

export const UndoBody = Joi.object<UndoInput, true>({
  reason: singleLineText({ max: 500 }).allow(null).description('Why, for the audit log.'),
})
  .id('Undo')
  .description('The undo of a change.');

export const ChangeBody = Joi.object<ChangeBody, true>({
  id: idField.description('The id of the change; later changes have higher ids.'),
  action: textField.description('What was done, such as `flag.changed`.'),
  target: nullableText.description('The part of the app that changed, such as `flag:checkout`; null for the app itself.'),
  actor: textField.description('The kind and id of the actor, such as `operator:1`.'),
  actorName: nullableText.description('The name of the operator or key at that time.'),
  reason: nullableText.description('The reason that the actor gave.'),
  before: nullableObject.description('The changed fields before.'),
  after: nullableObject.description('The changed fields after.'),
  undoes: idField.allow(null).description('The id of the change that this one undoes.'),
  requestId: nullableText.description('The `X-Request-Id` of the request.'),
  createdAt: instantField.description('When it happened.'),
  canUndo: flagField.description('Whether it has a way back and the state that it left is still the present one.'),
})
  .id('Change')
  .description('A change of an app, or of its flags, segments, versions or maintenance.');

export const ChangesBody = Joi.object({
  success: flagField.description('Always true.'),
  message: textField.description('What the answer contains.'),
  data: Joi.array().items(ChangeBody).required().description('The changes, newest first.'),
  nextBefore: idField.allow(null).description('The `before` of the next page; null on the last one.'),
})
  .id('Changes')
  .description('A page of the changes of an app.');

export type ChangeDryRunBody = Pick<ChangeBody, 'before' | 'after'>;

const ChangeDryRunBody = Joi.object<ChangeDryRunBody, true>({
  before: nullableObject.description('The fields that would change, as they are.'),
  after: nullableObject.description('The same fields as they would be.'),
})
  .id('ChangePreview')
  .description('What the undo of a change of a release, of maintenance or of the app itself would do.');

export const UndoDryRunBody = Joi.alternatives(FlagDryRunBody, SegmentDryRunBody, ChangeDryRunBody);
