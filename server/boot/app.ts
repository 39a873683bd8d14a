import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import path from 'node:path';
import express, { type Express, type Request, type Response } from 'express';
import type { Config } from '../config/types.ts';
import { errorCatalogue } from '../domain/errors/catalogue.ts';
import type { ComposedService } from '../platform/http/endpoint.ts';
import { expressMessages, type Messages } from '../platform/http/fast-path/express-messages.ts';
import { createLane } from '../platform/http/fast-path/lane.ts';
import { type FrontDoorDeps, frontDoor } from '../platform/http/front-door.ts';
import { type ReceiptHook, receiptHookRouter } from '../platform/http/hooks/receipt-hook.ts';
import { mount, type Route } from '../platform/http/mount.ts';
import { type OperationsDeps, operationsRouter } from '../platform/http/operations.ts';
import { type ErrorDeps, errorHandler, unknownRoute } from '../platform/http/reply/error-handler.ts';
import type { ServeDeps } from '../platform/http/serve.ts';
import { consoleRouter } from '../platform/pages/console-page.ts';
import { docsRouter } from '../platform/pages/docs-page.ts';
import { homeRouter } from '../platform/pages/home.ts';
import { notFoundPage } from '../platform/pages/not-found.ts';
import { securityTxtRouter } from '../platform/pages/security-txt.ts';
import { type ComposedPage, webPageRouter } from '../platform/pages/web-page.ts';

/** The record of the API, which a test compares with the endpoints. The build copies it to `dist/docs`. */
const OPENAPI_FILE = path.join(import.meta.dirname, '../../docs/openapi.json');

export interface AppDeps extends ServeDeps, FrontDoorDeps, ErrorDeps, Omit<OperationsDeps, 'openApi' | 'errorCatalogue'> {
  readonly config: Pick<Config, 'http' | 'pages'>;
  /** The services of this process. */
  readonly services: readonly ComposedService[];
  /** Whether the process signs operators in and serves their web console. */
  readonly servesConsole: boolean;
  /** The built console; the one of this installation by default. */
  readonly consoleFolder?: string;
  /** The pages of this process for the users of apps. */
  readonly webPages: readonly ComposedPage[];
  /** Takes the receipts of messaging providers; null when the process sends no codes. */
  readonly receiptHook: ReceiptHook | null;
}

export interface App {
  readonly listener: RequestListener;
  /** The server must make its requests and responses from these classes. */
  readonly messages: Messages;
}

/** Answers every request: services, docs, operations, errors. It does not listen and reads no environment variables. */
export function createApp(deps: AppDeps): App {
  const app = express();
  app.disable('x-powered-by');
  // replies have their own validators
  app.set('etag', false);
  // `a[b]=c` is a parameter of that name, not an object
  app.set('query parser', 'simple');
  app.set('trust proxy', deps.config.http.trustProxy);
  const routes = addRoutes(app, deps);
  return { listener: createListener(app, routes, deps), messages: expressMessages(app) };
}

/** The order of a request. */
export function createListener(app: Express, routes: readonly Route[], deps: FrontDoorDeps & ErrorDeps): RequestListener {
  const enter = frontDoor(routes, deps);
  const findHot = createLane(routes, app.get('query parser fn'));
  const refuse = errorHandler(deps);
  const listener = (req: Request, res: Response): void => {
    // found first, because an overloaded server still answers what it has in memory
    const hot = findHot(req);
    // every request: its id, log line and metrics; ambiguous framing and overload are refused
    const refusal = enter(req, res, hot?.route);
    if (refusal !== null) refuse(refusal, req, res);
    // the hottest endpoints: the search of Express costs more than their answers; their steps are the same
    else if (hot !== undefined) hot.route.serve(req, res, hot).catch((error: unknown) => refuse(error, req, res));
    // all others: the first of `addRoutes` that knows the address
    else app(req, res);
  };
  // `expressMessages` gives them the prototypes of Express
  return listener as RequestListener;
}

/** Express looks through these in this order. */
function addRoutes(app: Express, deps: AppDeps): Route[] {
  const { docs, securityContacts } = deps.config.pages;
  // an endpoint: admit → read → run → answer (`serve`); 405 and OPTIONS at its address
  const routes = deps.services.flatMap((service) => mount(app, service, deps));
  // documents for people and programs: they have no tenant and read no body, so none of the steps above
  app.use(homeRouter({ ...deps, pages: deps.config.pages }));
  app.use(operationsRouter({ ...deps, openApi: docs ? readOpenApi : null, errorCatalogue }));
  app.use(securityTxtRouter({ clock: deps.clock, contacts: securityContacts }));
  // pages read the database, so they have a rate limit, a slot and a deadline as endpoints do
  for (const page of deps.webPages) app.use(webPageRouter(page, deps));
  // programs of messaging providers: they have a rate limit, a slot and a deadline, and sign what they send
  if (deps.receiptHook !== null) app.use(receiptHookRouter(deps.receiptHook, deps));
  if (docs) app.use(docsRouter());
  if (deps.servesConsole) app.use(consoleRouter(deps.consoleFolder));
  // no such address: a page for browsers, the error body for all others
  app.use(notFoundPage, unknownRoute);
  // an error of any step above
  app.use(errorHandler(deps));
  return routes;
}

async function readOpenApi(): Promise<object> {
  return JSON.parse(await readFile(OPENAPI_FILE, 'utf8'));
}
