import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { faultsByField } from '../../../state/problem.ts';
import { useOperator } from '../../../state/session-context.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { PasswordField } from '../../../ui/controls/fields.tsx';
import { Card } from '../../../ui/layout/page.tsx';
import { Failure } from '../../../ui/layout/states.tsx';
import { useToast } from '../../../ui/overlays/toast.tsx';

const NONE = { currentPassword: '', newPassword: '' };

/** The old and a new password. */
export function PasswordCard() {
  const { account } = useTexts();
  const { username } = useOperator();
  const toast = useToast();
  const queries = useQueryClient();
  const [values, setValues] = useState(NONE);
  const { mutate, isPending, error } = useApi().useMutation('put', '/api/v1/auth/auth/password', {
    onSuccess: () => {
      setValues(NONE);
      toast({ text: account.passwordChanged });
      return queries.invalidateQueries();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate({ body: values });
  };
  return (
    <Card title={account.password}>
      <form className="stack" onSubmit={submit}>
        <p className="muted">{account.passwordLead}</p>
        {/* for the password manager of the browser, which asks whose password it is */}
        <input type="text" name="username" value={username} autoComplete="username" readOnly hidden />
        <PasswordField
          label={account.current}
          value={values.currentPassword}
          onChange={(currentPassword) => setValues({ ...values, currentPassword })}
          autoComplete="current-password"
          isRequired
        />
        <PasswordField
          label={account.fresh}
          hint={account.freshHint}
          value={values.newPassword}
          onChange={(newPassword) => setValues({ ...values, newPassword })}
          fault={faultsByField(error)['newPassword']}
          autoComplete="new-password"
          isRequired
        />
        {error ? <Failure error={error} /> : null}
        <div>
          <Button type="submit" isPending={isPending}>
            {account.changePassword}
          </Button>
        </div>
      </form>
    </Card>
  );
}
