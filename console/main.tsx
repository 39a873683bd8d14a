import { QueryClient } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createApi, isWorthRetry } from './api.ts';
import { Book } from './i18n/texts.tsx';
import { createConsoleRouter } from './router.tsx';
import { Console } from './shell/console.tsx';
import { applyPreferences, readPreferences } from './state/preferences.ts';
import { Session } from './state/session.ts';
import './ui/tokens.css';
import './ui/base.css';
import './ui/controls/controls.css';
import './ui/data/data.css';
import './ui/layout/layout.css';
import './ui/overlays/overlays.css';
import './shell/shell.css';

const FRESH_MS = 10_000;

await start();

async function start(): Promise<void> {
  const place = document.getElementById('console');
  if (place === null) throw new Error('The page has no place for the console.');
  const preferences = readPreferences();
  applyPreferences(preferences);
  const session = new Session();
  // both are on their way at once
  const started = session.start();
  const book = await Book.open(preferences.language);
  const queries = new QueryClient({ defaultOptions: { queries: { retry: isWorthRetry, staleTime: FRESH_MS } } });
  const router = createConsoleRouter({ session, queries, book });
  await started;
  createRoot(place).render(
    <StrictMode>
      <Console session={session} api={createApi(session)} queries={queries} router={router} preferences={preferences} book={book} />
    </StrictMode>,
  );
}
