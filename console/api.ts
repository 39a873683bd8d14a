import createFetchClient, { type Client } from 'openapi-fetch';
import createQueryClient, { type OpenapiQueryClient } from 'openapi-react-query';
import { createContext, use } from 'react';
import type { components, paths } from '../generated/api-types.ts';
import { isRecord, Problem, problemFrom, problemOf } from './state/problem.ts';
import type { Session } from './state/session.ts';

/** The type of the answers to dry runs. A request that asks for it writes nothing. */
const DRY_RUN = 'application/vnd.diwan.dry-run+json';
/** A 401 with one of these means that the access token is over; others, such as a wrong password, are for the reader. */
const OVER = new Set(['token_not_valid', 'not_authenticated']);

/** The types of the API by the names of its document: `Schemas['App']`. */
export type Schemas = components['schemas'];

export interface Api extends OpenapiQueryClient<paths, 'application/json'> {
  /** The same hooks, for requests with `dryRun: true`: their data is the effect. */
  readonly dry: OpenapiQueryClient<paths, typeof DRY_RUN>;
  /** Calls outside of hooks, and answers whose headers matter: see `unwrap`. */
  readonly client: Client<paths, 'application/json'>;
}

const ApiContext = createContext<Api | null>(null);
export const ApiProvider = ApiContext.Provider;

/** The hooks of the API: `useApi().useQuery('get', '/api/v1/admin/apps')`. */
export function useApi(): Api {
  const api = use(ApiContext);
  if (api === null) throw new Error('There is no <ApiProvider> around this component.');
  return api;
}

/** The API of this server, as the operator of the session. */
export function createApi(session: Session): Api {
  const send = (request: Request): Promise<Response> => sendAs(session, request);
  const options = { baseUrl: location.origin, fetch: send };
  const client = createFetchClient<paths, 'application/json'>(options);
  const dryClient = createFetchClient<paths, typeof DRY_RUN>({ ...options, headers: { Accept: DRY_RUN } });
  return { ...createQueryClient(client), dry: createQueryClient(dryClient), client };
}

interface Answer<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** The body of an answer of `client`. @throws Problem for every refusal */
export async function unwrap<T>(sent: Promise<Answer<T>>): Promise<T> {
  return (await unwrapTagged(sent)).body;
}

/** Like `unwrap`, with the `ETag` that `If-Match` takes. @throws Problem for every refusal */
export async function unwrapTagged<T>(sent: Promise<Answer<T>>): Promise<{ readonly body: T; readonly tag: string | null }> {
  const { data, error, response } = await sent;
  if (error !== undefined || data === undefined) throw problemFrom(error, response);
  return { body: data, tag: response.headers.get('ETag') };
}

/** Sends a request; when the access token is over, gets one new token for all callers and sends the request again. */
async function sendAs(session: Session, request: Request): Promise<Response> {
  const used = session.access;
  const response = await fetch(signed(session, request.clone()));
  if (response.status !== 401 && response.status !== 403) return response;
  const code = await codeOf(response.clone());
  if (code === 'totp_setup_required') session.requireSetUp();
  if (response.status !== 401 || !OVER.has(code)) return response;
  if (session.access === used) await session.refresh();
  if (session.access === null) return response;
  return fetch(signed(session, request));
}

function signed({ access, project }: Session, request: Request): Request {
  request.headers.set('Accept-Language', document.documentElement.lang);
  if (access !== null) request.headers.set('Authorization', `Bearer ${access}`);
  if (project !== null) request.headers.set('X-Project-ID', String(project));
  return request;
}

async function codeOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  return isRecord(body) && typeof body['code'] === 'string' ? body['code'] : '';
}

/** Whether a query should be tried again: the network and a busy server pass; a refusal does not. */
export function isWorthRetry(failures: number, error: unknown): boolean {
  const { status } = error instanceof Problem ? error : problemOf(error);
  return failures < 2 && (status === 502 || status === 503 || status === 504);
}
