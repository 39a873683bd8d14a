import { useState } from 'react';
import { type Schemas, unwrap, useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { Differences } from '../../../parts/differences.tsx';
import { Reach } from '../../../parts/reach.tsx';
import { faultsByField, problemOf } from '../../../state/problem.ts';
import { Notice } from '../../../ui/layout/pieces.tsx';
import { ActDialog } from '../../../ui/overlays/act-dialog.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { ChangedMeanwhile } from '../changed-meanwhile.tsx';
import { ALWAYS_FRESH, type Window } from '../data.ts';
import { useDone } from '../undo/offer.tsx';
import { changesOf, draftOf, type WindowDraft, wrongRange } from './draft.ts';
import { WindowFields } from './window-fields.tsx';

interface EditWindowProps {
  readonly slug: string;
  readonly opened: Window;
  readonly onClose: () => void;
}

const PLACE = '/api/v1/admin/apps/{slug}/maintenance/{id}';

/** Changes a window that has not started: the form, then whom it reaches. */
export function EditWindowDialog({ slug, opened, onClose }: EditWindowProps) {
  const { maintenance } = useTexts();
  const [draft, setDraft] = useState(() => draftOf(opened));
  const [isTrying, tryIt] = useState(false);
  const changes = changesOf(opened, draft);
  const { dryRun, write, base, theirs, goOn } = useEditWindow({ slug, opened, changes, isTrying, onClose });
  if (!isTrying || dryRun.error) {
    const change = (changed: Partial<WindowDraft>): void => {
      tryIt(false);
      setDraft({ ...draft, ...changed });
    };
    const canTry = Object.keys(changes).length > 0 && wrongRange(draft.versions) === null;
    const form = { slug, draft, error: isTrying ? dryRun.error : null, onChange: change, onTry: () => tryIt(canTry), onClose };
    return <EditWindowForm {...form} />;
  }
  return (
    <ActDialog
      title={maintenance.editConfirm}
      act={maintenance.editAct}
      dryRun={theirs === null ? dryRun : { ...dryRun, data: undefined }}
      renderEffect={(effect) => <EditEffect effect={effect} />}
      state={theirs === null ? write : { ...write, error: null }}
      onAct={write.run}
      onClose={() => tryIt(false)}
    >
      {theirs === null ? null : <ChangedMeanwhile before={base} now={theirs} onGoOn={goOn} />}
      {isStarted(write.error) ? <Notice tone="warn" title={maintenance.startedMeanwhile} /> : null}
    </ActDialog>
  );
}

interface EditInput extends EditWindowProps {
  readonly changes: Schemas['MaintenanceEdit'];
  readonly isTrying: boolean;
}

function useEditWindow({ slug, opened, changes, isTrying, onClose }: EditInput) {
  const { maintenance } = useTexts();
  const api = useApi();
  const done = useDone(slug);
  const [base, setBase] = useState(opened);
  const [theirs, setTheirs] = useState<Window | null>(null);
  const path = { slug, id: opened.id };
  const ask = { params: { path, query: { dryRun: true } }, body: changes };
  const dryRun = api.dry.useQuery('put', PLACE, ask, { ...ALWAYS_FRESH, enabled: isTrying });
  const readNow = async (): Promise<void> => {
    const list = await unwrap(api.client.GET('/api/v1/admin/apps/{slug}/maintenance/history', { params: { path: { slug } } }));
    setTheirs(list.find(({ id }) => id === opened.id) ?? null);
  };
  const { mutate, isPending, error, reset } = api.useMutation('put', PLACE, {
    onSuccess: async () => {
      onClose();
      await done({ text: maintenance.edited, subject: `maintenance:${opened.id}` });
    },
    onError: (problem) => {
      if (problemOf(problem).status === 412) void readNow();
    },
  });
  const goOn = (): void => {
    if (theirs !== null) setBase(theirs);
    setTheirs(null);
    reset();
  };
  const run = (): void => mutate({ params: { path, header: { 'If-Match': base.etag } }, body: changes });
  return { dryRun, base, theirs, goOn, write: { isPending, error, run } };
}

function EditEffect({ effect }: { readonly effect: Schemas['MaintenancePreview'] }) {
  const { history } = useTexts();
  const [before, after] = [effect.before, effect.after].map((window) => window && { ...window });
  return (
    <>
      <Differences before={before ?? null} after={after ?? null} names={history.fields} />
      <Reach effect={effect} kind="maintenance" />
    </>
  );
}

function isStarted(error: unknown): boolean {
  return Boolean(error) && problemOf(error).code === 'maintenance_started';
}

interface EditWindowFormProps {
  readonly slug: string;
  readonly draft: WindowDraft;
  readonly error: unknown;
  readonly onChange: (changes: Partial<WindowDraft>) => void;
  readonly onTry: () => void;
  readonly onClose: () => void;
}

function EditWindowForm({ slug, draft, error, onChange, onTry, onClose }: EditWindowFormProps) {
  const { maintenance } = useTexts();
  return (
    <FormDialog
      title={maintenance.editTitle}
      act={maintenance.tryFirst}
      onSubmit={onTry}
      onClose={onClose}
      state={{ isPending: false, error }}
      isWide
    >
      {isStarted(error) ? <Notice tone="warn" title={maintenance.startedMeanwhile} /> : null}
      <WindowFields slug={slug} draft={draft} faults={faultsByField(error)} onChange={onChange} isEdit />
    </FormDialog>
  );
}

interface CancelDialogProps {
  readonly slug: string;
  readonly window: Window;
  readonly onClose: () => void;
}

/** Cancels a window to come, after its dry run. */
export function CancelDialog({ slug, window, onClose }: CancelDialogProps) {
  const { maintenance } = useTexts();
  const api = useApi();
  const done = useDone(slug);
  const path = { slug, id: window.id };
  const dryRun = api.dry.useQuery('delete', PLACE, { params: { path, query: { dryRun: true } } }, ALWAYS_FRESH);
  const write = api.useMutation('delete', PLACE, {
    onSuccess: async () => {
      onClose();
      await done({ text: maintenance.canceled, subject: `maintenance:${window.id}` });
    },
  });
  return (
    <ActDialog
      title={maintenance.cancelTitle}
      act={maintenance.cancel}
      isDanger
      dryRun={dryRun}
      renderEffect={(effect) => (effect === undefined ? null : <Reach effect={effect} kind="maintenance" />)}
      state={write}
      onAct={() => write.mutate({ params: { path } })}
      onClose={onClose}
    >
      <p>{maintenance.cancelLead}</p>
    </ActDialog>
  );
}
