import { readFileSync } from 'node:fs';
import { type Request, type Response, Router } from 'express';
import type { Admission } from '../concurrency/admission.ts';
import type { Bulkhead } from '../concurrency/bulkhead.ts';
import { Deadline } from '../concurrency/deadline.ts';
import { ApiError, unavailable } from '../errors.ts';
import { clientAddress } from '../http/limits/client-address.ts';
import type { RateLimiters } from '../http/limits/rate-limits.ts';
import { methodNotAllowed } from '../http/other-methods.ts';
import { retryAfterOf } from '../http/reply/retry-after.ts';
import { type HtmlPage, type PageAssets, type PageLanguage, sendHtml } from './html.ts';

export interface PageRequest {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly language: PageLanguage;
  /** Leads from the page to the root of the server, so that its links work behind a path prefix. */
  readonly base: string;
}

/** A page for the users of an app, in their language. `S` is the service that it belongs to. */
export interface WebPage<S = never> {
  /** From the root of the server, such as `/account-deletion/:projectId`. */
  readonly path: string;
  readonly about: PageDescription;
  /** @throws ApiError, which `refuse` shows */
  render(service: S, request: PageRequest): Promise<HtmlPage>;
  refuse(error: ApiError, request: PageRequest): { readonly status: number; readonly page: HtmlPage };
}

/** The texts of a page in the API reference. */
export interface PageDescription {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
}

/** A page together with the instance that it reads. */
export interface ComposedPage extends Pick<WebPage, 'path' | 'about' | 'refuse'> {
  render(request: PageRequest): Promise<HtmlPage>;
}

export interface WebPageDeps {
  readonly limits: RateLimiters;
  readonly admission: Admission;
  readonly databasePool: Bulkhead;
  /** Whether the database is migrated and the process accepts requests. */
  isReady(): boolean;
  /** Converts an error of the database to an ApiError; null for any other error. */
  translate(error: unknown): ApiError | null;
}

/** The files `style.css` and `script.js` of a folder. The build copies the folder beside the compiled code. */
export function readAssets(folder: URL): PageAssets {
  const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
  return { style: read('style.css'), script: read('script.js') };
}

/** Serves a page, counted like the public endpoints of phone auth that it calls. */
export function webPageRouter(page: ComposedPage, deps: WebPageDeps): Router {
  const router = Router();
  router
    .route(page.path)
    .get((req, res) => serve(page, deps, { req, res }))
    .all(methodNotAllowed('GET, HEAD, OPTIONS'));
  return router;
}

async function serve(page: ComposedPage, deps: WebPageDeps, { req, res }: { req: Request; res: Response }): Promise<void> {
  const { exchange } = res.locals;
  exchange.route = page.path;
  const request = { params: req.params as PageRequest['params'], language: languageOf(req), base: rootFrom(req.path) };
  try {
    if (!deps.isReady()) throw unavailable();
    await deps.limits.consume('global', clientAddress(req), exchange.headers);
    const shown = await new Deadline(deps.admission).bound(deps.databasePool.run(() => page.render(request)));
    sendHtml(res, 200, { ...shown, language: request.language });
  } catch (error) {
    const refusal = error instanceof ApiError ? error : deps.translate(error);
    if (refusal === null) throw error;
    const { availableIn } = refusal.extras;
    if (availableIn !== undefined) exchange.headers.setHeader('Retry-After', retryAfterOf(availableIn));
    const refused = page.refuse(refusal, request);
    sendHtml(res, refused.status, { ...refused.page, language: request.language });
  }
}

/** The language of the link (`?lang=`), else of the browser, else English. */
function languageOf(req: Request): PageLanguage {
  const { lang } = req.query;
  if (lang === 'en' || lang === 'ar') return lang;
  return req.acceptsLanguages(['en', 'ar']) === 'ar' ? 'ar' : 'en';
}

/** The root of the server, relative to `path`. */
export function rootFrom(path: string): string {
  return '../'.repeat(path.split('/').length - 2) || './';
}
