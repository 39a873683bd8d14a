import type { WebPage } from '../pages/web-page.ts';
import { COMMON_HEADERS, headerRefs } from './shared-parts.ts';
import type { PathItem, ResponseObject } from './types.ts';

/** The part of a page that the document describes. */
export type DescribedPage = Pick<WebPage, 'path' | 'about'>;

export const PAGE_TAG = { name: 'Pages', description: 'Pages of this server for the users of apps.' } as const;

/** The pages as paths of the document. */
export function pagePaths(pages: readonly DescribedPage[]): Record<string, PathItem> {
  return Object.fromEntries(pages.map((page) => [page.path.replaceAll(/:(\w+)/g, '{$1}'), { get: operationOf(page) }]));
}

function operationOf({ path, about }: DescribedPage): NonNullable<PathItem['get']> {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return {
    ...about,
    tags: [PAGE_TAG.name],
    security: [],
    parameters: names.map((name) => ({
      name,
      in: 'path',
      required: true,
      description: 'The number of the project.',
      schema: { type: 'integer', minimum: 1 },
    })),
    responses: {
      200: html('The page.'),
      404: html('There is no such project, or it is switched off.'),
      429: html('Too many requests; the page says when to try again.'),
      503: html('The server is busy or starting.'),
    },
  };
}

function html(description: string): ResponseObject {
  return { description, headers: headerRefs(COMMON_HEADERS), content: { 'text/html': { schema: { type: 'string' } } } };
}
