import type { RequestListener } from 'node:http';
import express from 'express';
import type { Config } from '../config/types.ts';
import { ERROR_CODES, errorCatalogue } from '../domain/errors/catalogue.ts';
import type { ComposedService } from '../platform/http/endpoint.ts';
import { expressMessages, type Messages } from '../platform/http/fast-path/express-messages.ts';
import { createLane, type LaneDeps } from '../platform/http/fast-path/lane.ts';
import { type MountDeps, mount } from '../platform/http/mount.ts';
import { type OperationsDeps, operationsRouter } from '../platform/http/operations.ts';
import { errorHandler, unknownRoute } from '../platform/http/reply/error-handler.ts';
import { buildOpenApi } from '../platform/openapi/document.ts';
import { docsRouter } from '../platform/pages/docs-page.ts';
import { homeRouter } from '../platform/pages/home.ts';
import { notFoundPage } from '../platform/pages/not-found.ts';
import { securityTxtRouter } from '../platform/pages/security-txt.ts';
import { type ComposedPage, webPageRouter } from '../platform/pages/web-page.ts';

export interface AppDeps extends MountDeps, Omit<LaneDeps, 'cors'>, Omit<OperationsDeps, 'openApi' | 'errorCatalogue'> {
  readonly config: Pick<Config, 'http' | 'pages'>;
  readonly version: string;
  /** The services of this process. */
  readonly services: readonly ComposedService[];
  /** The pages of this process for the users of apps. */
  readonly webPages: readonly ComposedPage[];
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
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.set('trust proxy', deps.config.http.trustProxy);
  const routes = deps.services.flatMap((service) => mount(app, service, deps));
  const { docs, securityContacts } = deps.config.pages;
  const openApi = async (): Promise<object> => {
    const { OPENAPI_EXAMPLES } = await import('./openapi-examples.ts');
    return buildOpenApi(deps.services, { version: deps.version, errors: ERROR_CODES, examples: OPENAPI_EXAMPLES, pages: deps.webPages });
  };
  app.use(homeRouter({ ...deps, pages: deps.config.pages }));
  app.use(operationsRouter({ ...deps, openApi: docs ? openApi : null, errorCatalogue }));
  app.use(securityTxtRouter({ clock: deps.clock, contacts: securityContacts }));
  for (const page of deps.webPages) app.use(webPageRouter(page, deps));
  if (docs) app.use(docsRouter());
  app.use(notFoundPage, unknownRoute);
  app.use(errorHandler(deps));
  return { listener: createLane(app, routes, deps), messages: expressMessages(app) };
}
