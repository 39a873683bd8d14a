import type { Method, Operation, PathOf, Reply, RequestArguments } from './api.ts';
import { Auth } from './auth.ts';
import { Events } from './events.ts';
import { Flags } from './flags.ts';
import { type HttpAnswer, type HttpRequest, headersOf } from './http.ts';
import { type ClientOptions, chain, createEnv, type FlagValue, type MaybePromise } from './platform/env.ts';
import { followChanges } from './platform/stream.ts';
import { request } from './requests.ts';
import type { Screen } from './screen.ts';
import { SessionStore } from './session.ts';
import { Start, type StartState } from './start.ts';
import { SafeStorage } from './storage.ts';

/** One app on one device. `F` names the flags and the types of their values. */
export interface Client<F extends object = Record<string, FlagValue>> {
  /** Reads the app, update, maintenance and flags; after 2.5 s without an answer it goes by the last copy. Never rejects. */
  start(): Promise<StartState>;
  readonly state: StartState;
  readonly screen: Screen;
  dismissUpdate(): Promise<void>;
  /** Calls the function after the state has changed; the result stops that. */
  onChange(listener: (state: StartState) => void): () => void;
  readonly flags: Flags<F>;
  readonly events: Events;
  readonly auth: Auth;
  /** Any operation of the API document. @throws DiwanError */
  request<M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    ...options: RequestArguments<Operation<M, P>>
  ): Promise<Reply<Operation<M, P>>>;
  /** The app is in front again. */
  foreground(): Promise<void>;
  /** The app is about to sleep: events are sent. */
  background(): Promise<void>;
  /** The device has a network again. */
  online(): Promise<void>;
  /** Ends timers and streams; calls that are under way end by themselves. */
  close(): void;
}

export function createClient<F extends object = Record<string, FlagValue>>(options: ClientOptions<F>): Client<F> {
  const env = createEnv(options);
  const url = options.url.replace(/\/+$/, '');
  const name = `diwan:${options.projectId}:${options.app}`;
  const storage = new SafeStorage(options.storage, `${name}:`, env);
  const secure = options.secureStorage === undefined ? storage : new SafeStorage(options.secureStorage, `${name}:`, env);
  const installation = installationIn(storage, env.randomUUID);
  const baseHeaders = (): Record<string, string> => headersOf({ 'X-App': options.app });
  const session = new SessionStore({ env, url, storage: secure, name, baseHeaders });
  const contextHeaders = (): MaybePromise<Record<string, string>> => chain(installation, (id) => headersOf(contextOf(options, id)));
  const writes = { env, projectId: options.projectId, contextHeaders };
  const device = headersOf({ 'X-Device-Name': options.deviceModel });
  const sendAsGuest = <T>(sent: HttpRequest): Promise<HttpAnswer<T>> => session.sendAs<T>(null, sent);

  const { app, platform, appVersion, osVersion, country, language } = options;
  const versionCode = options.versionCode === undefined ? undefined : String(options.versionCode);
  const known = <T>(take: (installationId: string, userId: string | undefined) => T): MaybePromise<T> =>
    chain(session.ready, () => chain(installation, (id) => take(id, session.user?.id)));
  const flags = new Flags<F>(options.defaults ?? {}, env);
  const start = new Start({
    env,
    app,
    storage,
    flags,
    send: sendAsGuest,
    context: () =>
      known((installationId, userId) => {
        return { platform, currentVersion: appVersion, versionCode, installationId, osVersion, language, country, userId };
      }),
  });
  const events = new Events({
    env,
    app,
    storage,
    send: async <T>(sent: HttpRequest) => sendAsGuest<T>({ ...sent, headers: { ...(await contextHeaders()), ...sent.headers } }),
    context: () => known((installationId, userId) => ({ userId, installationId, platform, appVersion, country, language })),
  });
  let closeStream: (() => void) | null = null;
  let isStarted = false;

  const client: Client<F> = {
    async start() {
      isStarted = true;
      void session.logouts.sendAll();
      void events.flush();
      const state = await start.run();
      closeStream ??= followChanges(`${url}/api/v1/apps/${app}/events`, env, () => void start.run());
      return state;
    },
    get state() {
      return start.state;
    },
    get screen() {
      return start.state.screen;
    },
    dismissUpdate: () => start.dismissUpdate(),
    onChange: (listener) => start.onChange.add(listener),
    flags,
    events,
    auth: new Auth({ ...writes, session, contextHeaders: () => chain(contextHeaders(), (headers) => Object.assign(headers, device)) }),
    request: (method, path, ...[sent]) => request({ ...writes, send: (call) => session.call(call) }, method, path, sent),
    async foreground() {
      await start.resume();
      await events.flush();
    },
    background: () => events.flush(),
    async online() {
      void session.logouts.sendAll();
      await start.run();
      await events.flush();
    },
    close() {
      closeStream?.();
      closeStream = () => {};
      events.close();
      flags.close();
      start.onChange.clear();
      session.onChange.clear();
    },
  };
  session.onChange.add(() => (isStarted ? void start.run() : undefined));
  return client;
}

/** The random id of this installation, which is made once and kept. */
function installationIn(storage: SafeStorage, randomUUID: () => string): MaybePromise<string> {
  return chain(storage.get('installation'), (kept) => {
    if (kept !== null && kept !== '') return kept;
    const made = randomUUID();
    return chain(storage.set('installation', made), () => made);
  });
}

/** Where a write was made. */
function contextOf(options: Omit<ClientOptions, 'defaults'>, installationId: string): Record<string, string | number | undefined> {
  return {
    'X-App-Version': options.appVersion,
    'X-App-Version-Code': options.versionCode,
    'X-App-Platform': options.platform,
    'X-OS-Version': options.osVersion,
    'X-Device-Model': options.deviceModel,
    'X-Installation-Id': installationId,
    'Accept-Language': options.language,
  };
}
