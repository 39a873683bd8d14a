import type { CommandContext } from '../command.ts';
import { type Api, createApi } from './client.ts';
import { type Credentials, createFetch, type Send } from './fetch.ts';

/** A client with other credentials than those of the session: none, for signing in, or new ones that are being verified. */
export function connect(
  { options, signal, print, versions }: Pick<CommandContext, 'options' | 'signal' | 'print' | 'versions'>,
  url: string,
  {
    retries = true,
    ...credentials
  }: Partial<Pick<Credentials, 'accessToken' | 'apiKey' | 'project'>> & { readonly retries?: boolean } = {},
): { readonly api: Api; readonly send: Send } {
  const send = createFetch({
    credentials: { accessToken: null, apiKey: null, project: null, ...credentials, refresh: async () => null },
    timeoutMs: options.timeoutSeconds * 1000,
    beforeSending: null,
    versions,
    retries,
    signal,
    note: print.note,
  });
  return { api: createApi(url, send), send };
}
