import Joi from 'joi';
import { cappedInteger, queryInteger } from './fields.ts';
import { countField, flagField } from './replies.ts';

/** The part of the query that all lists share (docs/reference/pagination.md). */
export interface PageQuery {
  /** From 1. */
  page: number;
  limit: number;
}

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;
/** Keeps every offset within the exact integers. */
const MAX_PAGE = 2_147_483_647;

/** A limit above the maximum counts as the maximum, so that a client that asks for everything gets a full page. */
export const pageFields = {
  page: queryInteger(1, MAX_PAGE).default(1),
  limit: cappedInteger(1, MAX_LIMIT).default(DEFAULT_LIMIT).description(`At most ${MAX_LIMIT}; more counts as ${MAX_LIMIT}`),
};

export interface Pagination {
  page: number;
  limit: number;
  total: number;
  /** 0 when the list is empty. */
  totalPages: number;
  hasNext: boolean;
  hasPrevious: boolean;
}

export const PaginationBody = Joi.object<Pagination>({
  page: Joi.number().integer().min(1).required(),
  limit: Joi.number().integer().min(1).max(MAX_LIMIT).required(),
  total: countField,
  totalPages: countField,
  hasNext: flagField,
  hasPrevious: flagField,
})
  .id('Pagination')
  .required();
