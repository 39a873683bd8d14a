import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { useToast } from '../../../ui/overlays/toast.tsx';

interface Unlock {
  readonly run: () => void;
  readonly isPending: boolean;
  readonly error: unknown;
}

/** Lifts all locks of a user, and the wait for the next code. */
export function useUnlock(id: string): Unlock {
  const { access } = useTexts().users;
  const queries = useQueryClient();
  const toast = useToast();
  const { mutate, isPending, error } = useApi().useMutation('post', '/api/v2/auth/admin/users/{id}/unlock', {
    onSuccess: async () => {
      await queries.invalidateQueries();
      toast({ text: access.unlocked });
    },
  });
  return { run: () => mutate({ params: { path: { id } } }), isPending, error };
}
