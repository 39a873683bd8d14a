import type { Kit } from '../kit.ts';
import { type Api, createApi } from './client.ts';
import { type Credentials, createFetch, type Send } from './fetch.ts';

/** A server as somebody else than the session: as nobody, to sign in, or with what is to be tried. */
export function connect(
  { options, signal, print }: Pick<Kit, 'options' | 'signal' | 'print'>,
  url: string,
  {
    retries = true,
    ...credentials
  }: Partial<Pick<Credentials, 'accessToken' | 'apiKey' | 'project'>> & { readonly retries?: boolean } = {},
): { readonly api: Api; readonly send: Send } {
  const send = createFetch({
    credentials: { accessToken: null, apiKey: null, project: null, ...credentials, refresh: async () => null },
    timeoutMs: options.timeoutSeconds * 1000,
    preview: null,
    retries,
    signal,
    note: print.note,
  });
  return { api: createApi(url, send), send };
}
