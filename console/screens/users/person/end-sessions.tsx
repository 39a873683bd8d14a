import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { ActDialog } from '../../../ui/overlays/act-dialog.tsx';
import { useToast } from '../../../ui/overlays/toast.tsx';

interface EndSessionsProps {
  readonly id: string;
  readonly count: number;
  readonly onClose: () => void;
}

/** Asks before a person is signed out everywhere. */
export function EndSessions({ id, count, onClose }: EndSessionsProps) {
  const { access } = useTexts().users;
  const queries = useQueryClient();
  const toast = useToast();
  const end = useApi().useMutation('post', '/api/v2/auth/admin/users/{id}/revoke-sessions', {
    onSuccess: async ({ revoked }) => {
      await queries.invalidateQueries();
      toast({ text: access.ended(revoked) });
      onClose();
    },
  });
  return (
    <ActDialog
      title={access.endTitle}
      act={access.endAll(count)}
      isDanger
      state={end}
      onAct={() => end.mutate({ params: { path: { id } } })}
      onClose={onClose}
    >
      <p>{access.endHint}</p>
    </ActDialog>
  );
}
