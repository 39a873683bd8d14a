import { useState } from 'react';
import { useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { Reach } from '../../../parts/reach.tsx';
import { faultsByField } from '../../../state/problem.ts';
import { TextField } from '../../../ui/controls/fields.tsx';
import { useNow } from '../../../ui/data/time.tsx';
import { ActDialog } from '../../../ui/overlays/act-dialog.tsx';
import { ALWAYS_FRESH, type Release } from '../data.ts';
import { useDone } from '../undo/offer.tsx';
import { firstSteps, stepsOf, type Way } from './draft.ts';
import { StepFields, WayField } from './step-fields.tsx';

interface ReleaseDialogProps {
  readonly slug: string;
  readonly release: Release;
  readonly onClose: () => void;
}

const PATHS = {
  halt: '/api/v1/admin/apps/{slug}/versions/{id}/halt',
  resume: '/api/v1/admin/apps/{slug}/versions/{id}/resume',
  rollback: '/api/v1/admin/apps/{slug}/versions/{id}/rollback',
} as const;

/** Halts a release, resumes it or rolls it back. Only what reaches more phones asks for the slug. */
export function ReleaseActDialog({ act, slug, release, onClose }: ReleaseDialogProps & { readonly act: keyof typeof PATHS }) {
  const api = useApi();
  const words = useWords(act, release.versionName);
  const done = useDone(slug);
  const path = { slug, id: release.id };
  const dryRun = api.dry.useQuery('post', PATHS[act], { params: { path, query: { dryRun: true } } }, ALWAYS_FRESH);
  const write = api.useMutation('post', PATHS[act], {
    onSuccess: async () => {
      onClose();
      await done({ text: words.done, subject: `version:${release.id}` });
    },
  });
  return (
    <ActDialog
      title={words.title}
      act={words.act}
      isDanger={act !== 'resume'}
      {...(act === 'resume' ? { typed: slug } : {})}
      dryRun={dryRun}
      renderEffect={(effect) => <Reach effect={effect} kind="release" />}
      state={write}
      onAct={() => write.mutate({ params: { path } })}
      onClose={onClose}
    >
      <p>{words.lead}</p>
    </ActDialog>
  );
}

function useWords(act: keyof typeof PATHS, version: string) {
  const { releases } = useTexts();
  const words = {
    halt: { title: releases.haltTitle, act: releases.haltAct, lead: releases.haltLead, done: releases.halted },
    resume: { title: releases.resumeTitle, act: releases.resumeAct, lead: releases.resumeLead, done: releases.resumed },
    rollback: { title: releases.rollbackTitle, act: releases.rollbackAct, lead: releases.rollbackLead, done: releases.rolledBack },
  }[act];
  return { title: words.title(version), act: words.act(version), lead: words.lead, done: words.done(version) };
}

/** Sets the percentage of a release, or gives it steps. */
export function RolloutDialog({ slug, release, onClose }: ReleaseDialogProps) {
  const { releases } = useTexts();
  const api = useApi();
  const done = useDone(slug);
  const [way, setWay] = useState<Way>('percent');
  const now = useNow();
  const [steps, setSteps] = useState(() => firstSteps(release, now));
  const [text, setText] = useState(String(release.offeredPercent));
  const percent = /^\d{1,3}$/.test(text) ? Number(text) : null;
  const path = { slug, id: release.id };
  const body = way === 'percent' ? { percent: percent ?? -1 } : { steps: stepsOf(way, steps) };
  const place = '/api/v1/admin/apps/{slug}/versions/{id}/rollout';
  const isComplete = way === 'own' ? steps.every(({ at }) => at !== '') : way === 'appstore' || percent !== null;
  const dryRun = api.dry.useQuery(
    'post',
    place,
    { params: { path, query: { dryRun: true } }, body },
    { ...ALWAYS_FRESH, enabled: isComplete },
  );
  const write = api.useMutation('post', place, {
    onSuccess: async () => {
      onClose();
      await done({ text: releases.rolloutChanged(release.versionName), subject: `version:${release.id}` });
    },
  });
  const isWider = way !== 'percent' || (percent ?? 0) > release.offeredPercent;
  return (
    <ActDialog
      title={releases.rolloutTitle(release.versionName)}
      act={releases.rolloutAct}
      {...(isWider ? { typed: slug, isDanger: false } : {})}
      dryRun={dryRun}
      renderEffect={(effect) => <Reach effect={effect} kind="release" />}
      state={write}
      onAct={() => write.mutate({ params: { path }, body })}
      onClose={onClose}
    >
      <WayField way={way} onChange={setWay} />
      {way === 'own' ? <StepFields steps={steps} faults={faultsByField(dryRun.error)} onChange={setSteps} /> : null}
      {way !== 'percent' ? null : (
        <TextField
          label={releases.percent}
          hint={releases.percentHint}
          value={text}
          onChange={(value) => setText(value.trim())}
          inputMode="numeric"
          dir="ltr"
          maxLength={3}
        />
      )}
    </ActDialog>
  );
}
