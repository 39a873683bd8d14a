import { useQueryClient } from '@tanstack/react-query';
import { type Schemas, useApi } from '../../../../api.ts';
import { useToast } from '../../../../ui/overlays/toast.tsx';

type Changes = Pick<Schemas['UserPatch'], 'role' | 'status'>;

interface Change {
  readonly run: (changes: Changes, reason: string) => void;
  readonly isPending: boolean;
  readonly error: unknown;
}

/** Changes the role or status of a user; a reason that was given goes into the audit log. */
export function useChange(id: string, { done, onClose }: { readonly done: string; readonly onClose: () => void }): Change {
  const queries = useQueryClient();
  const toast = useToast();
  const { mutate, isPending, error } = useApi().useMutation('put', '/api/v2/auth/admin/users/{id}', {
    onSuccess: async () => {
      await queries.invalidateQueries();
      toast({ text: done });
      onClose();
    },
  });
  const run = (changes: Changes, typed: string): void => {
    const reason = typed.trim();
    mutate({ params: { path: { id } }, body: reason === '' ? changes : { ...changes, reason } });
  };
  return { run, isPending, error };
}
