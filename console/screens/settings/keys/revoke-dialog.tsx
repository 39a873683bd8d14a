import { useQueryClient } from '@tanstack/react-query';
import { type Schemas, useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { ActDialog } from '../../../ui/overlays/act-dialog.tsx';
import { useToast } from '../../../ui/overlays/toast.tsx';

interface RevokeDialogProps {
  readonly apiKey: Schemas['ApiKey'];
  readonly onClose: () => void;
}

/** Asks before a key is revoked, which cannot be undone. */
export function RevokeDialog({ apiKey: { id, name, prefix }, onClose }: RevokeDialogProps) {
  const { apiKeys } = useTexts();
  const toast = useToast();
  const queries = useQueryClient();
  const revoke = useApi().useMutation('delete', '/api/v1/admin/api-keys/{id}', {
    onSuccess: async () => {
      await queries.invalidateQueries();
      toast({ text: apiKeys.revoked });
      onClose();
    },
  });
  return (
    <ActDialog
      title={<bdi>{apiKeys.revokeNamed(name)}</bdi>}
      act={apiKeys.revokeNamed(prefix)}
      state={revoke}
      onAct={() => revoke.mutate({ params: { path: { id } } })}
      onClose={onClose}
      isDanger
    >
      <p>{apiKeys.revokeLead}</p>
    </ActDialog>
  );
}
