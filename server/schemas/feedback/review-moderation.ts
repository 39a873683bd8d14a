import Joi from 'joi';
import { line } from '../../platform/http/input/fields.ts';
import { type PageQuery, pageFields } from '../../platform/http/input/page.ts';
import type { ItemType } from '../../platform/project-settings.ts';
import { itemType } from './fields.ts';
import { queryRating, reviewStatus } from './reviews.ts';

type ReviewStatus = 'pending' | 'approved' | 'rejected';

export interface ModerationQuery extends PageQuery {
  status?: ReviewStatus;
  itemType?: ItemType;
  rating?: number;
  q?: string;
}

export const ModerationQuery = Joi.object<ModerationQuery>({
  status: reviewStatus(),
  itemType: itemType(),
  rating: queryRating(),
  q: line({ max: 100 }).description('Words of title, comment, or name or e-mail of the guest, all of which must be found'),
  ...pageFields,
});

/** A decision; both fields may stand in the query or in the body, and the query wins. */
export interface Decision {
  status?: ReviewStatus;
  reason?: string | null;
}

const reason = () => line({ max: 500 });

export const DecisionQuery = Joi.object<Decision>({ status: reviewStatus(), reason: reason() });
export const DecisionBody = Joi.object<Decision>({ status: reviewStatus(), reason: reason().allow(null) });
