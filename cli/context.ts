import type { CommandContext, GlobalOptions } from './command.ts';
import type { Credentials } from './http/fetch.ts';
import type { Tokens } from './http/tokens.ts';
import { createVersionGuard } from './http/version-guard.ts';
import { type Io, isTerminal } from './io.ts';
import type { JsonFilter } from './output/jq.ts';
import { createPrinter } from './output/printer.ts';
import type { Session } from './profiles/session.ts';
import { readVersion } from './version.ts';

/** Builds the context of a command. Parts are imported on first use, so that `--help` stays fast. */
export function createContext(
  io: Io,
  options: GlobalOptions,
  { signal, filter }: { signal: AbortSignal; filter: JsonFilter | null },
): CommandContext {
  const print = createPrinter(io, { ...options, filter });
  const versions = createVersionGuard(readVersion(), print.note);
  const session = once(async () => (await import('./profiles/session.ts')).openSession(io, options));
  const sender = once(async () => {
    const { createFetch } = await import('./http/fetch.ts');
    const credentials = credentialsOf(context, await session());
    const beforeSending = options.dryRun ? (await import('./dry-run.ts')).stopBeforeSending : null;
    const timeoutMs = options.timeoutSeconds * 1000;
    return createFetch({ credentials, timeoutMs, beforeSending, versions, retries: true, signal, note: print.note });
  });
  const context: CommandContext = {
    io,
    options,
    print,
    signal,
    versions,
    session,
    send: (request, body) => sender().then((send) => send(request, body)),
    api: once(async () => (await import('./http/client.ts')).createApi((await session()).url, await sender())),
    prompter: once(async () => {
      const mayAsk = options.input && !options.json && !io.env['CI'] && isTerminal(io.stdin) && isTerminal(io.stderr);
      return mayAsk ? (await import('./prompter.ts')).createPrompter(io) : null;
    }),
  };
  return context;
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load();
    return loaded;
  };
}

function credentialsOf(context: CommandContext, session: Session): Credentials {
  const { url, profileName, accessToken, refreshToken, apiKey, project } = session;
  // a refreshed token that is refused too is not refreshed again
  let unusedRefreshToken = refreshToken;
  const refresh = async (): Promise<string | null> => {
    if (unusedRefreshToken === null) return null;
    const [{ connect }, { renewTokens }] = await Promise.all([import('./http/connect.ts'), import('./http/tokens.ts')]);
    const tokens = await renewTokens(connect(context, url).api, unusedRefreshToken);
    unusedRefreshToken = null;
    if (tokens === null) return null;
    session.accessToken = tokens.accessToken;
    await saveOrWarn(context, profileName, tokens);
    return tokens.accessToken;
  };
  return { accessToken, apiKey, project, refresh };
}

/** The command continues when the new tokens cannot be saved. */
async function saveOrWarn({ io, print }: CommandContext, profileName: string, tokens: Tokens): Promise<void> {
  const { saveTokens } = await import('./profiles/session.ts');
  await saveTokens(io, profileName, tokens).catch((error: Error) => {
    print.note(`warning: the renewed sign-in could not be saved: ${error.message}`);
  });
}
