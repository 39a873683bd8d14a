import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { faultsByField } from '../../../state/problem.ts';
import { useProjectId } from '../../../state/session-context.ts';
import { TextField } from '../../../ui/controls/fields.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { useToast } from '../../../ui/overlays/toast.tsx';

/** A number, its code, and the day on which it ends. */
export function AddPhone({ onClose }: { readonly onClose: () => void }) {
  const { testPhones } = useTexts();
  const id = useProjectId();
  const toast = useToast();
  const queries = useQueryClient();
  const [{ phone, code, day }, setValues] = useState({ phone: '', code: '', day: '' });
  const change = (changes: Partial<{ phone: string; code: string; day: string }>): void => setValues({ phone, code, day, ...changes });
  const add = useApi().useMutation('post', '/api/v1/admin/projects/{id}/test-phones', {
    onSuccess: async () => {
      await queries.invalidateQueries();
      toast({ text: testPhones.added });
      onClose();
    },
  });
  const expiresAt = day === '' ? null : new Date(`${day}T23:59:59`).toISOString();
  const submit = (): void => add.mutate({ params: { path: { id } }, body: { phone: phone.trim(), code: code.trim(), expiresAt } });
  const faults = faultsByField(add.error);
  return (
    <FormDialog title={testPhones.add} act={testPhones.add} onSubmit={submit} onClose={onClose} state={add}>
      <TextField
        label={testPhones.phone}
        hint={testPhones.phoneHint}
        value={phone}
        onChange={(typed) => change({ phone: typed })}
        fault={faults['phone']}
        type="tel"
        dir="ltr"
        autoFocus
        isRequired
      />
      <TextField
        label={testPhones.code}
        hint={testPhones.codeHint}
        value={code}
        onChange={(typed) => change({ code: typed })}
        fault={faults['code']}
        inputMode="numeric"
        dir="ltr"
        isRequired
      />
      <TextField
        label={testPhones.expires}
        hint={testPhones.expiresHint}
        value={day}
        onChange={(typed) => change({ day: typed })}
        fault={faults['expiresAt']}
        type="date"
        dir="ltr"
      />
    </FormDialog>
  );
}
