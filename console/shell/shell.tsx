import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTexts } from '../i18n/texts.tsx';
import { useSession, useSessionState } from '../state/session-context.ts';
import { Bar } from './bar.tsx';
import { OfflineBar } from './offline-bar.tsx';
import { BottomBar, Rail } from './rail.tsx';

const EndedSession = lazy(async () => ({ default: (await import('./ended-session.tsx')).EndedSession }));
const SetUpFactor = lazy(async () => ({ default: (await import('./set-up-factor.tsx')).SetUpFactor }));

/** The frame around every screen: rail, bar, content. */
export function Shell() {
  const { shell } = useTexts();
  const { phase } = useSessionState();
  const { project } = useSession();
  // the address of the sign-in is on its way
  if (phase === 'out') return null;
  return (
    <div className="frame">
      <a className="skip button" href="#content">
        {shell.skip}
      </a>
      <Rail />
      <div className="column">
        <Bar />
        <OfflineBar />
        <main id="content" className="main" tabIndex={-1}>
          {phase === 'setting-up' ? (
            <Suspense>
              <SetUpFactor />
            </Suspense>
          ) : (
            <Outlet key={project} />
          )}
        </main>
      </div>
      <BottomBar />
      <Suspense>{phase === 'ended' ? <EndedSession /> : null}</Suspense>
    </div>
  );
}
