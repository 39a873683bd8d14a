import type { CommandContext } from '../command.ts';
import { type Answer, type Api, createApi, notDiwanServer, unwrap } from './client.ts';
import { DRY_RUN_TYPE } from './fetch.ts';

/** Sends a change through the API that it is given. */
export type Write<T> = (api: Api) => Promise<Answer<T>>;

/** Tries a change: the server answers with what it would do, and writes nothing. @throws CliError that the change itself would get */
export async function askDryRun({ session, send }: Pick<CommandContext, 'session' | 'send'>, write: Write<unknown>): Promise<unknown> {
  const { url } = await session();
  const sent = write(createApi(url, (request) => send(asDryRun(request))));
  const answer = await unwrap(sent);
  const { response } = await sent;
  if (response.headers.get('content-type')?.startsWith(DRY_RUN_TYPE) !== true) throw notDiwanServer(response.status);
  return answer;
}

function asDryRun(request: Request): Request {
  const url = new URL(request.url);
  url.searchParams.set('dryRun', 'true');
  const dryRun = new Request(url, request);
  dryRun.headers.set('Accept', DRY_RUN_TYPE);
  return dryRun;
}
