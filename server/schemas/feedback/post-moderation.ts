import Joi from 'joi';
import { line } from '../../platform/http/input/fields.ts';
import type { PageQuery } from '../../platform/http/input/page.ts';
import { type PostCategory, type PostStatus, postFilters, status } from './posts.ts';

export interface ModerationQuery extends PageQuery {
  category?: PostCategory;
  status?: PostStatus;
  q?: string;
}

export const ModerationQuery = Joi.object<ModerationQuery>(postFilters);

/** In the query or in the body; the query wins. */
export interface StatusMove {
  status?: PostStatus;
  reason?: string | null;
}

const reason = line({ max: 500 });

export const StatusMoveQuery = Joi.object<StatusMove>({ status: status(), reason });
export const StatusMoveBody = Joi.object<StatusMove>({ status: status(), reason: reason.allow(null) });
