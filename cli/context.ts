import type { Credentials, Send } from './http/fetch.ts';
import type { Tokens } from './http/tokens.ts';
import { type Io, isTerminal } from './io.ts';
import type { GlobalOptions, Kit } from './kit.ts';
import { createPrinter } from './output/printer.ts';
import type { Session } from './profiles/session.ts';

/** Puts a command's kit together; what a command does not ask for is never loaded, so that `--help` is quick. */
export function createKit(io: Io, options: GlobalOptions, signal: AbortSignal): Kit {
  const print = createPrinter(io, options);
  const session = once(async () => (await import('./profiles/session.ts')).openSession(io, options));
  const sender = once(async () => {
    const { createFetch } = await import('./http/fetch.ts');
    const credentials = credentialsOf(kit, await session());
    const preview = options.dryRun ? (await import('./dry-run.ts')).endBefore : null;
    return createFetch({ credentials, timeoutMs: options.timeoutSeconds * 1000, preview, retries: true, signal, note: print.note });
  });
  const kit: Kit = {
    io,
    options,
    print,
    signal,
    session,
    send: (request) => sender().then((send: Send) => send(request)),
    api: once(async () => (await import('./http/client.ts')).createApi((await session()).url, await sender())),
    prompter: once(async () => {
      const mayAsk = options.input && !options.json && !io.env['CI'] && isTerminal(io.stdin) && isTerminal(io.stderr);
      return mayAsk ? (await import('./prompter.ts')).createPrompter(io) : null;
    }),
  };
  return kit;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function credentialsOf(kit: Kit, session: Session): Credentials {
  const { url, profileName, accessToken, refreshToken, apiKey, project } = session;
  // a token that was refused, refreshed and refused again is not refreshed a second time
  let left = refreshToken;
  const refresh = async (): Promise<string | null> => {
    if (left === null) return null;
    const [{ connect }, { renewTokens }] = await Promise.all([import('./http/connect.ts'), import('./http/tokens.ts')]);
    const tokens = await renewTokens(connect(kit, url).api, left);
    left = null;
    if (tokens === null) return null;
    session.accessToken = tokens.accessToken;
    await keepOrWarn(kit, profileName, tokens);
    return tokens.accessToken;
  };
  return { accessToken, apiKey, project, refresh };
}

/** What was asked for is done all the same when the new tokens cannot be kept. */
async function keepOrWarn({ io, print }: Kit, profileName: string, tokens: Tokens): Promise<void> {
  const { keepTokens } = await import('./profiles/session.ts');
  await keepTokens(io, profileName, tokens).catch((error: Error) => {
    print.note(`warning: the renewed sign-in is not kept: ${error.message}`);
  });
}
