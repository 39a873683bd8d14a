import { useState } from 'react';
import { useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { Differences } from '../../../parts/differences.tsx';
import { type Effect, Reach } from '../../../parts/reach.tsx';
import { isRecord } from '../../../state/problem.ts';
import { TextField } from '../../../ui/controls/fields.tsx';
import { ActDialog } from '../../../ui/overlays/act-dialog.tsx';
import { useToast } from '../../../ui/overlays/toast.tsx';
import { ALWAYS_FRESH, useReadAgain } from '../data.ts';

interface UndoDialogProps {
  readonly slug: string;
  readonly id: number;
  readonly onClose: () => void;
}

/** Shows what the undo of a change would do, and does it. */
export function UndoDialog({ slug, id, onClose }: UndoDialogProps) {
  const { history } = useTexts();
  const [reason, setReason] = useState('');
  const api = useApi();
  const toast = useToast();
  const readAgain = useReadAgain();
  const path = '/api/v1/admin/apps/{slug}/changes/{id}/undo';
  const dryRun = api.dry.useQuery('post', path, { params: { path: { slug, id }, query: { dryRun: true } }, body: {} }, ALWAYS_FRESH);
  const undo = api.useMutation('post', path, {
    onSuccess: async () => {
      onClose();
      toast({ text: history.undone });
      await readAgain();
    },
  });
  const run = (): void => undo.mutate({ params: { path: { slug, id } }, body: reason.trim() === '' ? {} : { reason: reason.trim() } });
  return (
    <ActDialog
      title={history.undoTitle}
      act={history.undoAct}
      dryRun={dryRun}
      renderEffect={(effect) => <UndoEffect effect={effect} />}
      state={undo}
      onAct={run}
      onClose={onClose}
    >
      <TextField label={history.reason} value={reason} onChange={setReason} maxLength={500} />
    </ActDialog>
  );
}

function UndoEffect({ effect }: { readonly effect: { readonly before: object | null; readonly after: object | null } }) {
  const { history } = useTexts();
  return (
    <>
      <Differences before={fieldsOf(effect.before)} after={fieldsOf(effect.after)} names={history.fields} />
      {hasReach(effect) ? <Reach effect={effect} kind="flag" /> : null}
    </>
  );
}

function fieldsOf(state: object | null): Readonly<Record<string, unknown>> | null {
  return isRecord(state) ? state : null;
}

function hasReach(effect: object): effect is Effect {
  return 'reach' in effect && 'warnings' in effect;
}
