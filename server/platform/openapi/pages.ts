import type { PageDescription, WebPage } from '../pages/web-page.ts';
import { COMMON_HEADERS, headerRefs } from './shared-parts.ts';
import type { PathItem, ResponseObject } from './types.ts';

/** The part of a page that the document describes. */
export type DescribedPage = Pick<WebPage, 'path' | 'about'>;

export const PAGE_TAG = { name: 'Pages', description: 'Pages of this server for the users of apps.' } as const;

/** The pages as paths of the document. */
export function pagePaths(pages: readonly DescribedPage[]): Record<string, PathItem> {
  return Object.fromEntries(pages.map((page) => [page.path.replaceAll(/:(\w+)/g, '{$1}'), { get: readOf(page), ...formOf(page) }]));
}

type Operation = NonNullable<PathItem['get']>;

function readOf({ path, about }: DescribedPage): Operation {
  const { operationId, summary, description } = about;
  return { operationId, summary, description, ...sharedOf(path, about), responses: answersOf(about) };
}

function formOf({ path, about }: DescribedPage): { post?: Operation } {
  if (about.form === undefined) return {};
  const { fields: properties, required, ...texts } = about.form;
  const schema = { type: 'object', properties, required };
  const content = { 'application/x-www-form-urlencoded': { schema }, 'multipart/form-data': { schema } };
  const responses = {
    ...answersOf(about),
    400: html('The form lacks a field.'),
    413: html('The body is too large.'),
    415: html('The body is no form.'),
  };
  return { post: { ...texts, ...sharedOf(path, about), requestBody: { required: true, content }, responses } };
}

function sharedOf(path: string, { parameter }: PageDescription): Pick<Operation, 'tags' | 'security' | 'parameters'> {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const parameters = names.map((name) => ({ name, in: 'path' as const, required: true, ...parameter }));
  return { tags: [PAGE_TAG.name], security: [], parameters };
}

function answersOf({ notFound }: PageDescription): Operation['responses'] {
  return {
    200: html('The page.'),
    404: html(notFound),
    429: html('Too many requests; the page says when to try again.'),
    503: html('The server is busy or starting.'),
  };
}

function html(description: string): ResponseObject {
  return { description, headers: headerRefs(COMMON_HEADERS), content: { 'text/html': { schema: { type: 'string' } } } };
}
