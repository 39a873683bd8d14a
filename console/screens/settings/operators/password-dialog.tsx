import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Schemas, useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { faultsByField } from '../../../state/problem.ts';
import { PasswordField } from '../../../ui/controls/fields.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { useToast } from '../../../ui/overlays/toast.tsx';

interface PasswordDialogProps {
  readonly operator: Schemas['Operator'];
  readonly onClose: () => void;
}

/** Sets a password for an operator who cannot reset it by mail. */
export function PasswordDialog({ operator: { id: operatorId, projectId: id, username }, onClose }: PasswordDialogProps) {
  const { operators } = useTexts();
  const toast = useToast();
  const queries = useQueryClient();
  const [password, setPassword] = useState('');
  const set = useApi().useMutation('put', '/api/v1/admin/projects/{id}/operators/{operatorId}', {
    onSuccess: async () => {
      await queries.invalidateQueries();
      toast({ text: operators.changed(username) });
      onClose();
    },
  });
  const submit = (): void => set.mutate({ params: { path: { id, operatorId } }, body: { password } });
  return (
    <FormDialog
      title={<bdi>{operators.asks.password(username)}</bdi>}
      act={operators.setPassword}
      onSubmit={submit}
      onClose={onClose}
      state={set}
    >
      <p className="muted">{operators.effects.password}</p>
      <PasswordField
        label={operators.password}
        hint={operators.passwordHint}
        value={password}
        onChange={setPassword}
        fault={faultsByField(set.error)['password']}
        autoComplete="new-password"
        autoFocus
        isRequired
      />
    </FormDialog>
  );
}
