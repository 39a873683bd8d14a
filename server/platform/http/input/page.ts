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
  page: queryInteger(1, MAX_PAGE).default(1).description('The page to return, from 1.'),
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
  page: Joi.number().integer().min(1).required().description('This page, from 1.'),
  limit: Joi.number().integer().min(1).max(MAX_LIMIT).required().description('The most records of a page.'),
  total: countField.description('The number of records on all pages.'),
  totalPages: countField.description('The number of pages; 0 when the list is empty.'),
  hasNext: flagField.description('Whether there is a next page.'),
  hasPrevious: flagField.description('Whether there is a previous page.'),
})
  .id('Pagination')
  .description('The place of this page in the whole list.')
  .required();
