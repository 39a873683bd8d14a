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
import { type Form, readForm } from '../http/request/form.ts';
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
  /** Takes a form that is sent to the address of the page; absent for a page that is only read. @throws ApiError as `render` */
  submit?(service: S, request: PageRequest, form: Form): Promise<HtmlPage>;
  /** The key by which the limit `write` counts a request; null counts it by address, as the public endpoints of phone auth. */
  writerOf?(service: S, request: PageRequest): string | null;
  refuse(error: ApiError, request: PageRequest): { readonly status: number; readonly page: HtmlPage };
}

/** The texts of a page in the API reference. */
export interface PageDescription {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** The part of its path that varies. */
  readonly parameter: { readonly description: string; readonly schema: { readonly type: 'integer' | 'string'; readonly minimum?: number } };
  readonly notFound: string;
  /** Its form, if it has one. */
  readonly form?: Pick<PageDescription, 'operationId' | 'summary' | 'description'> & {
    readonly fields: Readonly<Record<string, { readonly type: 'string'; readonly enum: readonly string[]; readonly description: string }>>;
    readonly required: readonly string[];
  };
}

/** A page together with the instance that it reads. */
export interface ComposedPage extends Pick<WebPage, 'path' | 'about' | 'refuse'> {
  render(request: PageRequest): Promise<HtmlPage>;
  readonly submit: ((request: PageRequest, form: Form) => Promise<HtmlPage>) | null;
  writerOf(request: PageRequest): string | null;
}

export function composePage<S>(page: WebPage<S>, service: S): ComposedPage {
  const { path, about, submit } = page;
  return {
    path,
    about,
    render: (request) => page.render(service, request),
    refuse: (error, request) => page.refuse(error, request),
    submit: submit === undefined ? null : (request, form) => submit(service, request, form),
    writerOf: (request) => page.writerOf?.(service, request) ?? null,
  };
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

/** Serves a page and takes its form. */
export function webPageRouter(page: ComposedPage, deps: WebPageDeps): Router {
  const router = Router();
  const route = router.route(page.path).get((req, res) => serve(page, deps, { req, res }));
  if (page.submit !== null) route.post((req, res) => serve(page, deps, { req, res }));
  route.all(methodNotAllowed(page.submit === null ? 'GET, HEAD, OPTIONS' : 'GET, HEAD, POST, OPTIONS'));
  return router;
}

async function serve(page: ComposedPage, deps: WebPageDeps, { req, res }: { req: Request; res: Response }): Promise<void> {
  const { exchange } = res.locals;
  exchange.route = page.path;
  const request = { params: req.params as PageRequest['params'], language: languageOf(req), base: rootFrom(req.path) };
  try {
    if (!deps.isReady()) throw unavailable();
    const writer = page.writerOf(request);
    await deps.limits.consume(writer === null ? 'global' : 'write', writer ?? clientAddress(req), exchange.headers);
    // before the slot is taken, which a slow client must not hold
    const form = req.method === 'POST' ? await readForm(req, res) : null;
    const work = (): Promise<HtmlPage> => (form === null || page.submit === null ? page.render(request) : page.submit(request, form));
    const shown = await new Deadline(deps.admission).bound(deps.databasePool.run(work));
    sendHtml(res, 200, { ...shown, language: request.language });
  } catch (error) {
    const refusal = error instanceof ApiError ? error : deps.translate(error);
    if (refusal === null) throw error;
    const { availableIn, headers = {} } = refusal.extras;
    for (const [name, value] of Object.entries(headers)) exchange.headers.setHeader(name, String(value));
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
