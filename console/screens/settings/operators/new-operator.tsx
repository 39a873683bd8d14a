import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { faultsByField } from '../../../state/problem.ts';
import { useOperator, useProjectId } from '../../../state/session-context.ts';
import { Select } from '../../../ui/controls/choices.tsx';
import { PasswordField, TextField } from '../../../ui/controls/fields.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { useToast } from '../../../ui/overlays/toast.tsx';

interface Values {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly role: 'staff' | 'admin' | 'owner';
  /** Whether a link is mailed instead of a password. */
  readonly isInvited: boolean;
}

/** A new operator. */
export function NewOperator({ onClose }: { readonly onClose: () => void }) {
  const { operators } = useTexts();
  const { isOwner } = useOperator();
  const id = useProjectId();
  const toast = useToast();
  const queries = useQueryClient();
  const [values, setValues] = useState<Values>({ username: '', email: '', password: '', role: 'staff', isInvited: false });
  const change = (changes: Partial<Values>): void => setValues({ ...values, ...changes });
  const create = useApi().useMutation('post', '/api/v1/admin/projects/{id}/operators', {
    onSuccess: async ({ username }) => {
      await queries.invalidateQueries();
      toast({ text: values.isInvited ? operators.invited(username) : operators.created(username) });
      onClose();
    },
  });
  const submit = (): void => create.mutate({ params: { path: { id } }, body: bodyOf(values) });
  const faults = faultsByField(create.error);
  const roles = isOwner ? (['staff', 'admin', 'owner'] as const) : (['staff', 'admin'] as const);
  return (
    <FormDialog title={operators.invite} act={operators.create} onSubmit={submit} onClose={onClose} state={create}>
      <TextField
        label={operators.username}
        hint={operators.usernameHint}
        value={values.username}
        onChange={(username) => change({ username })}
        fault={faults['username']}
        dir="ltr"
        autoFocus
        isRequired
      />
      <TextField
        label={operators.email}
        value={values.email}
        onChange={(email) => change({ email })}
        fault={faults['email']}
        type="email"
        dir="ltr"
        isRequired={values.isInvited}
      />
      <Select
        label={operators.way}
        value={values.isInvited ? 'mail' : 'password'}
        options={[
          { value: 'password', label: operators.byPassword },
          { value: 'mail', label: operators.byMail },
        ]}
        onChange={(way) => change({ isInvited: way === 'mail' })}
        {...(values.isInvited ? { hint: operators.inviteLead } : {})}
      />
      {values.isInvited ? null : (
        <PasswordField
          label={operators.password}
          hint={operators.passwordHint}
          value={values.password}
          onChange={(password) => change({ password })}
          fault={faults['password']}
          autoComplete="new-password"
          isRequired
        />
      )}
      <Select
        label={operators.role}
        value={values.role}
        options={roles.map((value) => ({ value, label: operators.roles[value] }))}
        hint={operators.roleHints[values.role]}
        onChange={(role) => change({ role })}
      />
    </FormDialog>
  );
}

function bodyOf({ username, email, password, role, isInvited }: Values) {
  return {
    username: username.trim(),
    ...(isInvited ? { invite: true } : { password }),
    role: role === 'staff' ? ('staff' as const) : ('admin' as const),
    ...(email.trim() === '' ? {} : { email: email.trim() }),
    ...(role === 'owner' ? { owner: true } : {}),
  };
}
