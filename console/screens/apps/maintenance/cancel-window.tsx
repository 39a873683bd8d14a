import { useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { Reach } from '../../../parts/reach.tsx';
import { ActDialog } from '../../../ui/overlays/act-dialog.tsx';
import { ALWAYS_FRESH, type Window } from '../data.ts';
import { useDone } from '../undo/offer.tsx';

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
  const place = '/api/v1/admin/apps/{slug}/maintenance/{id}';
  const dryRun = api.dry.useQuery('delete', place, { params: { path, query: { dryRun: true } } }, ALWAYS_FRESH);
  const write = api.useMutation('delete', place, {
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
