import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../../i18n/texts.tsx';
import { useOperator } from '../../../state/session-context.ts';
import { Button } from '../../../ui/controls/button.tsx';
import type { Release } from '../data.ts';

const ReleaseActDialog = lazy(async () => ({ default: (await import('./act-dialogs.tsx')).ReleaseActDialog }));
const RolloutDialog = lazy(async () => ({ default: (await import('./act-dialogs.tsx')).RolloutDialog }));

type Act = 'halt' | 'resume' | 'rollback' | 'rollout';

/** The acts on a release, for those who may change apps. The ones that stop it come first: they are wanted in a hurry. */
export function ReleaseActs({ slug, release }: { readonly slug: string; readonly release: Release }) {
  const { releases } = useTexts();
  const { isAdmin } = useOperator();
  const [act, setAct] = useState<Act | null>(null);
  if (!isAdmin || !release.isActive) return null;
  const isHalted = release.rolloutState === 'halted';
  const dialog = { slug, release, onClose: () => setAct(null) };
  return (
    <div className="line wrap">
      {isHalted ? (
        <Button onPress={() => setAct('resume')} label={releases.resumeAct(release.versionName)}>
          {releases.resume}
        </Button>
      ) : (
        <>
          <Button look="danger" onPress={() => setAct('halt')} label={releases.haltAct(release.versionName)}>
            {releases.halt}
          </Button>
          <Button look="danger" onPress={() => setAct('rollback')} label={releases.rollbackAct(release.versionName)}>
            {releases.rollback}
          </Button>
          <Button onPress={() => setAct('rollout')}>{releases.rolloutAct}</Button>
        </>
      )}
      <Suspense fallback={null}>
        {act === 'rollout' ? <RolloutDialog {...dialog} /> : null}
        {act === null || act === 'rollout' ? null : <ReleaseActDialog act={act} {...dialog} />}
      </Suspense>
    </div>
  );
}
