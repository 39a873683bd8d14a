import { useState } from 'react';
import { useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { faultsByField } from '../../../state/problem.ts';
import { useOperator, useSession } from '../../../state/session-context.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { PasswordField, TextField } from '../../../ui/controls/fields.tsx';
import { Time } from '../../../ui/data/time.tsx';
import { Card } from '../../../ui/layout/page.tsx';
import { Facts } from '../../../ui/layout/pieces.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { useToast } from '../../../ui/overlays/toast.tsx';

/** Name, role and e-mail. */
export function ProfileCard() {
  const { account, operators, shell } = useTexts();
  const { username, role, isOwner, email, projectId, lastLoginAt } = useOperator();
  const [isChanging, change] = useState(false);
  return (
    <Card title={account.profile}>
      <div className="stack">
        <Facts
          facts={[
            [account.username, <bdi key="username">{username}</bdi>],
            [account.role, operators.roles[isOwner ? 'owner' : role]],
            [account.project, shell.project(projectId)],
            [account.email, email === null ? <span className="muted">{account.noEmail}</span> : <bdi>{email}</bdi>],
            [account.lastLogin, lastLoginAt === null ? null : <Time key="login" at={lastLoginAt} />],
          ]}
        />
        <div>
          <Button onPress={() => change(true)}>{account.changeEmail}</Button>
        </div>
      </div>
      {isChanging ? <EmailDialog email={email ?? ''} onClose={() => change(false)} /> : null}
    </Card>
  );
}

function EmailDialog({ email, onClose }: { readonly email: string; readonly onClose: () => void }) {
  const { account } = useTexts();
  const session = useSession();
  const toast = useToast();
  const [values, setValues] = useState({ email, password: '' });
  const change = useApi().useMutation('put', '/api/v1/auth/auth/me', {
    onSuccess: async () => {
      await session.refresh();
      toast({ text: account.emailChanged });
      onClose();
    },
  });
  const submit = (): void =>
    change.mutate({ body: { email: values.email.trim() === '' ? null : values.email.trim(), password: values.password } });
  return (
    <FormDialog title={account.changeEmail} act={account.changeEmail} onSubmit={submit} onClose={onClose} state={change}>
      <TextField
        label={account.email}
        hint={account.emailHint}
        value={values.email}
        onChange={(typed) => setValues({ ...values, email: typed })}
        fault={faultsByField(change.error)['email']}
        type="email"
        autoComplete="email"
        dir="ltr"
        autoFocus
      />
      <PasswordField
        label={account.current}
        value={values.password}
        onChange={(password) => setValues({ ...values, password })}
        autoComplete="current-password"
        isRequired
      />
    </FormDialog>
  );
}
