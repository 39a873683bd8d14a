import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Schemas, useApi } from '../../../../api.ts';
import { useTexts } from '../../../../i18n/texts.tsx';
import { ActDialog } from '../../../../ui/overlays/act-dialog.tsx';
import { useToast } from '../../../../ui/overlays/toast.tsx';
import { Reason } from './reason.tsx';

interface EraseDialogProps {
  readonly user: Schemas['ManagedUser'];
  readonly name: string;
  readonly onClose: () => void;
}

/** As many digits as `diwan users erase` asks for. */
const DIGITS = 4;

/** Erases a person for good, after the last digits of the phone were typed. */
export function EraseDialog({ user: { id, phone }, name, onClose }: EraseDialogProps) {
  const { admin } = useTexts().users;
  const [reason, setReason] = useState('');
  const queries = useQueryClient();
  const toast = useToast();
  const erase = useApi().useMutation('post', '/api/v2/auth/admin/users/{id}/erase', {
    onSuccess: async () => {
      await queries.invalidateQueries();
      toast({ text: admin.eraseDone });
      onClose();
    },
  });
  return (
    <ActDialog
      title={admin.eraseTitle(name)}
      act={admin.eraseAct}
      typed={phone.slice(-DIGITS)}
      isIncomplete={reason.trim() === ''}
      state={erase}
      onAct={() => erase.mutate({ params: { path: { id } }, body: { reason: reason.trim() } })}
      onClose={onClose}
    >
      <p>{admin.eraseWarning}</p>
      <p>{admin.eraseDigits}</p>
      <Reason reason={reason} onChange={setReason} error={erase.error} isRequired />
    </ActDialog>
  );
}
