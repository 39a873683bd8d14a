import type { QueryClient } from '@tanstack/react-query';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { type Api, ApiProvider } from '../api.ts';
import { Book, Speak, useTexts } from '../i18n/texts.tsx';
import type { createConsoleRouter } from '../router.tsx';
import { applyPreferences, type Preferences, storePreferences } from '../state/preferences.ts';
import { PreferencesProvider } from '../state/preferences-context.tsx';
import type { Session } from '../state/session.ts';
import { SessionProvider, useSession, useSessionState } from '../state/session-context.ts';
import { Page } from '../ui/layout/page.tsx';
import { Failure, Loading } from '../ui/layout/states.tsx';
import { Locale } from '../ui/locale.tsx';
import { Toasts } from '../ui/overlays/toast.tsx';

type ConsoleRouter = ReturnType<typeof createConsoleRouter>;

interface ConsoleProps {
  readonly session: Session;
  readonly api: Api;
  readonly queries: QueryClient;
  readonly router: ConsoleRouter;
  readonly preferences: Preferences;
  readonly book: Book;
}

/** The whole console: what all screens share, around the screen of the address. */
export function Console({ session, api, queries, router, ...first }: ConsoleProps) {
  const [chosen, setChosen] = useState(first);
  const { preferences, book } = chosen;
  const preferencesOf = useMemo(() => {
    const change = async (changes: Partial<Preferences>): Promise<void> => {
      const next = { ...preferences, ...changes };
      storePreferences(next);
      const spoken = next.language === book.language ? book : await Book.open(next.language);
      await spoken.complete();
      router.update({ context: { ...router.options.context, book: spoken } });
      applyPreferences(next);
      setChosen({ preferences: next, book: spoken });
    };
    return { preferences, change: (changes: Partial<Preferences>) => void change(changes) };
  }, [preferences, book, router]);
  return (
    <PreferencesProvider value={preferencesOf}>
      <Locale language={preferences.language}>
        <Speak book={book}>
          <SessionProvider value={session}>
            <ApiProvider value={api}>
              <QueryClientProvider client={queries}>
                <Toasts>
                  <Entrance router={router} />
                </Toasts>
              </QueryClientProvider>
            </ApiProvider>
          </SessionProvider>
        </Speak>
      </Locale>
    </PreferencesProvider>
  );
}

/** Waits until it is known whether there is a session. */
function Entrance({ router }: { readonly router: ConsoleRouter }) {
  const { shell } = useTexts();
  const session = useSession();
  const state = useSessionState();
  if (state.phase === 'starting') return <Starting />;
  if (state.phase !== 'unreachable') return <RouterProvider router={router} />;
  return (
    <div className="alone">
      <main>
        <Page title={shell.unreachable}>
          <Failure error={state.problem} onRetry={() => void session.start()} />
        </Page>
      </main>
    </div>
  );
}

function Starting() {
  return (
    <div className="alone">
      <main>
        <Loading rows={4} />
      </main>
    </div>
  );
}
