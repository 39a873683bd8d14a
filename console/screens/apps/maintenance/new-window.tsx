import { type FormEvent, lazy, Suspense, useState } from 'react';
import { useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { Reach } from '../../../parts/reach.tsx';
import { faultsByField } from '../../../state/problem.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Card } from '../../../ui/layout/page.tsx';
import { Failure } from '../../../ui/layout/states.tsx';
import { ActDialog } from '../../../ui/overlays/act-dialog.tsx';
import { ALWAYS_FRESH } from '../data.ts';
import { useDone } from '../undo/offer.tsx';
import { newDraft, type WindowDraft, windowOf, wrongRange } from './draft.ts';
import { WindowFields } from './window-fields.tsx';

const PhonePreview = lazy(async () => ({ default: (await import('./phone-preview.tsx')).PhonePreview }));

const PLACE = '/api/v1/admin/apps/{slug}/maintenance';

/** The form that switches maintenance on or schedules it, with the phone beside it. */
export function NewWindow({ slug }: { readonly slug: string }) {
  const { maintenance } = useTexts();
  const [draft, setDraft] = useState(() => newDraft(maintenance.defaultEn, maintenance.defaultAr));
  const [isTrying, tryIt] = useState(false);
  const { dryRun, write } = useStart(slug, draft, isTrying, () => {
    tryIt(false);
    setDraft(newDraft(maintenance.defaultEn, maintenance.defaultAr));
  });
  const change = (changes: Partial<WindowDraft>): void => {
    tryIt(false);
    setDraft({ ...draft, ...changes });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    tryIt(wrongRange(draft.versions) === null);
  };
  const isLater = draft.when === 'later';
  const error = isTrying ? dryRun.error : null;
  return (
    <Card title={maintenance.form}>
      <div className="maintenance-form">
        <form className="stack" onSubmit={submit}>
          <WindowFields slug={slug} draft={draft} faults={faultsByField(error)} onChange={change} />
          {error ? <Failure error={error} /> : null}
          <div>
            <Button type="submit" look={isLater ? 'primary' : 'severe'}>
              {isLater ? maintenance.schedule : maintenance.start}
            </Button>
          </div>
        </form>
        <Suspense fallback={null}>
          <PhonePreview draft={draft} />
        </Suspense>
      </div>
      {isTrying && !dryRun.error ? (
        <ActDialog
          title={isLater ? maintenance.scheduleTitle : maintenance.startTitle}
          act={isLater ? maintenance.schedule : maintenance.start}
          {...(draft.mode === 'full' ? { typed: slug } : {})}
          dryRun={dryRun}
          renderEffect={(effect) => <Reach effect={effect} kind="maintenance" />}
          state={write}
          onAct={write.run}
          onClose={() => tryIt(false)}
        >
          {isLater ? null : <p>{maintenance.startLead}</p>}
        </ActDialog>
      ) : null}
    </Card>
  );
}

function useStart(slug: string, draft: WindowDraft, isTrying: boolean, onDone: () => void) {
  const { maintenance } = useTexts();
  const api = useApi();
  const done = useDone(slug);
  const path = { slug };
  const body = { isActive: true, ...windowOf(draft) };
  const ask = { params: { path, query: { dryRun: true } }, body };
  const dryRun = api.dry.useQuery('put', PLACE, ask, { ...ALWAYS_FRESH, enabled: isTrying });
  const { mutate, isPending, error } = api.useMutation('put', PLACE, {
    onSuccess: async (window) => {
      onDone();
      const text = draft.when === 'later' ? maintenance.scheduled : maintenance.started;
      await done({ text, subject: window === null ? null : `maintenance:${window.id}` });
    },
  });
  return { dryRun, write: { isPending, error, run: () => mutate({ params: { path }, body }) } };
}
