import { asDiwanError, type DiwanError } from './errors.ts';
import { encode, type HttpAnswer, type HttpRequest, headersOf, queryOf } from './http.ts';
import { type Env, wait } from './platform/env.ts';

export interface RequestDeps {
  readonly env: Env;
  readonly projectId: number;
  /** The headers by which a write says where it was made. */
  readonly contextHeaders: () => Record<string, string> | PromiseLike<Record<string, string>>;
  /** Sends a request with the token of the user, if there is one. */
  send<T>(request: HttpRequest): Promise<HttpAnswer<T>>;
}

export interface AnyRequest {
  readonly params?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly idempotencyKey?: string | undefined;
}

/** The creates, votes and sign-ins that take an `Idempotency-Key`. A test compares them with the API document. */
const KEYED =
  /^\/api\/(v1\/(reviews|comments|favorites(\/toggle)?|posts(\/\{id\}\/vote)?|roadmap|changelog)|v[12]\/auth\/(register-verify|login-otp))$/;
const PAUSES_SECONDS = [1, 2, 4];
/** The caller decides on longer waits. */
const LONGEST_PAUSE_SECONDS = 30;

export function takesKey(method: string, path: string): boolean {
  return method === 'POST' && KEYED.test(path);
}

/** Sends one request of the document, and repeats it where that cannot do anything twice. */
export async function request<T>(deps: RequestDeps, method: string, path: string, options: AnyRequest = {}): Promise<T> {
  try {
    const key = options.idempotencyKey ?? (takesKey(method, path) ? deps.env.randomUUID() : null);
    const isWrite = method !== 'GET';
    const headers = headersOf({ 'X-Project-ID': deps.projectId, 'Idempotency-Key': key });
    if (isWrite) Object.assign(headers, await deps.contextHeaders());
    const { params = {}, query = {}, body } = options;
    const sent = { method, path: fill(path, params) + queryOf({ ...query }), headers, body };
    const repeats = method === 'POST' && key === null ? 0 : isWrite ? PAUSES_SECONDS.length : 1;
    return await repeated<T>(deps, sent, repeats);
  } catch (error) {
    throw asDiwanError(error);
  }
}

async function repeated<T>(deps: RequestDeps, sent: HttpRequest, repeats: number): Promise<T> {
  for (let turn = 0; ; turn += 1) {
    try {
      return (await deps.send<T>(sent)).body;
    } catch (thrown) {
      const error = asDiwanError(thrown);
      const pause = error.retryAfterSeconds ?? PAUSES_SECONDS[turn] ?? 0;
      if (turn >= repeats || !isPassing(error) || pause > LONGEST_PAUSE_SECONDS) throw error;
      await wait(deps.env, pause * 1_000);
    }
  }
}

function isPassing({ status, code }: DiwanError): boolean {
  return code === 'network' || status === 503 || code === 'idempotency_in_progress';
}

function fill(path: string, params: object): string {
  const values: Record<string, unknown> = { ...params };
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encode(values[name]));
}
