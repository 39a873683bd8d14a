import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { useProjectId } from '../../../state/session-context.ts';
import { ActDialog } from '../../../ui/overlays/act-dialog.tsx';
import { useToast } from '../../../ui/overlays/toast.tsx';

/** Asks before a number gets real codes again. */
export function RemovePhone({ phone, onClose }: { readonly phone: string; readonly onClose: () => void }) {
  const { testPhones } = useTexts();
  const id = useProjectId();
  const toast = useToast();
  const queries = useQueryClient();
  const remove = useApi().useMutation('delete', '/api/v1/admin/projects/{id}/test-phones/{phone}', {
    onSuccess: async () => {
      await queries.invalidateQueries();
      toast({ text: testPhones.removed });
      onClose();
    },
  });
  const name = testPhones.removeNamed(`\u2066${phone}\u2069`);
  return (
    <ActDialog
      title={name}
      act={name}
      state={remove}
      onAct={() => remove.mutate({ params: { path: { id, phone } } })}
      onClose={onClose}
      isDanger
    >
      <p>{testPhones.removeLead}</p>
    </ActDialog>
  );
}
