import { once } from 'node:events';
import type { CommandContext } from '../command.ts';
import { CliError } from '../errors/errors.ts';
import { refusal } from './client.ts';
import { networkError } from './network-error.ts';

export interface Download {
  /** The path with its query. */
  readonly path: string;
  /** The wanted media type. */
  readonly accept: string;
  /** Takes each part of the body before the next one is read. */
  take(part: Uint8Array): Promise<void>;
}

/**
 * Passes the answer to a GET on while it arrives, so that its length does not matter.
 * @throws CliError for every error of the server, and exit 7 when the connection ends before the body does
 */
export async function download(context: CommandContext, { path, accept, take }: Download): Promise<void> {
  const { url } = await context.session();
  const request = new Request(url + path, { headers: { Accept: accept } });
  const response = await context.send(request, 'stream');
  if (!response.ok) throw refusal(await response.json().catch(() => null), response);
  try {
    for await (const part of response.body ?? []) await take(part);
  } catch (error) {
    if (error instanceof CliError) throw error;
    const timeoutMs = context.options.timeoutSeconds * 1000;
    throw networkError(error, request, { isInterrupted: context.signal.aborted, isTimeout: false, timeoutMs });
  }
}

/** For `take`: writes to stdout, as fast as its reader reads. */
export function toStdout({ io: { stdout }, signal }: CommandContext): Download['take'] {
  return async (part) => {
    if (!stdout.write(part)) await once(stdout, 'drain', { signal });
  };
}
