import { useQueryClient } from '@tanstack/react-query';
import { type Schemas, useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { ActDialog } from '../../../ui/overlays/act-dialog.tsx';
import { useToast } from '../../../ui/overlays/toast.tsx';

interface DeleteEntryProps {
  readonly entry: Schemas['ChangelogEntry'];
  readonly onClose: () => void;
}

/** Asks before an entry is deleted with its comments. */
export function DeleteEntry({ entry: { id, title }, onClose }: DeleteEntryProps) {
  const { changelog } = useTexts();
  const toast = useToast();
  const queries = useQueryClient();
  const remove = useApi().useMutation('delete', '/api/v1/changelog/{id}', {
    onSuccess: async () => {
      await queries.invalidateQueries();
      toast({ text: changelog.removed });
      onClose();
    },
  });
  return (
    <ActDialog
      title={<bdi>{changelog.removeNamed(title)}</bdi>}
      act={changelog.removeAct}
      state={remove}
      onAct={() => remove.mutate({ params: { path: { id } } })}
      onClose={onClose}
      isDanger
    >
      <p>{changelog.removeLead}</p>
    </ActDialog>
  );
}
