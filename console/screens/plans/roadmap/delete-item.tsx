import { useQueryClient } from '@tanstack/react-query';
import { type Schemas, useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { ActDialog } from '../../../ui/overlays/act-dialog.tsx';
import { useToast } from '../../../ui/overlays/toast.tsx';

interface DeleteItemProps {
  readonly item: Schemas['RoadmapItem'];
  readonly onClose: () => void;
}

/** Asks before an item is deleted with its comments. */
export function DeleteItem({ item: { id, title }, onClose }: DeleteItemProps) {
  const { roadmap } = useTexts();
  const toast = useToast();
  const queries = useQueryClient();
  const remove = useApi().useMutation('delete', '/api/v1/roadmap/{id}', {
    onSuccess: async () => {
      await queries.invalidateQueries();
      toast({ text: roadmap.removed });
      onClose();
    },
  });
  return (
    <ActDialog
      title={<bdi>{roadmap.removeNamed(title)}</bdi>}
      act={roadmap.removeAct}
      state={remove}
      onAct={() => remove.mutate({ params: { path: { id } } })}
      onClose={onClose}
      isDanger
    >
      <p>{roadmap.removeLead}</p>
    </ActDialog>
  );
}
