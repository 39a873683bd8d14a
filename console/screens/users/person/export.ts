import { useMutation } from '@tanstack/react-query';
import { unwrap, useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { Problem } from '../../../state/problem.ts';
import { saveFile } from '../../../ui/data/copy.tsx';
import { useToast } from '../../../ui/overlays/toast.tsx';

/** Saves all data of a user as a file. */
export function useExport(id: string) {
  const { client } = useApi();
  const { admin } = useTexts().users;
  const toast = useToast();
  return useMutation({
    mutationFn: () => unwrap(client.GET('/api/v2/auth/admin/users/{id}/export', { params: { path: { id } }, parseAs: 'text' })),
    onSuccess: (text) => {
      saveFile(whole(text, admin.cutExport), `user-${id}.json`);
      toast({ text: admin.exported });
    },
  });
}

/** The server sends while it reads: what ends without the closing brace is not complete. */
function whole(text: string, message: string): Blob {
  if (!text.trimEnd().endsWith('}')) throw new Problem({ message, status: 0, code: 'cut_export' });
  return new Blob([text], { type: 'application/json' });
}
