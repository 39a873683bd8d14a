import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { useApi } from '../../api.ts';
import { useTexts } from '../../i18n/texts.tsx';
import { faultsByField, problemOf } from '../../state/problem.ts';
import { Button } from '../../ui/controls/button.tsx';
import { PasswordField } from '../../ui/controls/fields.tsx';
import { Notice } from '../../ui/layout/pieces.tsx';
import { Failure, useCountdown } from '../../ui/layout/states.tsx';
import { Alone } from './alone.tsx';

/** The page of an invitation. */
export function InvitePage() {
  const { signIn } = useTexts();
  return <SetPassword title={signIn.links.invite} />;
}

/** The page of a reset. */
export function ResetPage() {
  const { signIn } = useTexts();
  return <SetPassword title={signIn.links.reset} />;
}

function SetPassword({ title }: { readonly title: string }) {
  const { signIn } = useTexts();
  const token = useTokenOnce();
  const [password, setPassword] = useState('');
  const { mutate, isPending, isSuccess, error } = useApi().useMutation('post', '/api/v1/auth/auth/password/reset/confirm');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate({ body: { token, password } });
  };
  const isWaiting = useCountdown(error) > 0;
  if (token === '' || problemOf(error).code === 'token_invalid') {
    return (
      <Alone title={title}>
        <Notice tone="danger" title={signIn.links.over}>
          {signIn.links.overHint}
        </Notice>
        <p>
          <Link to="/forgot">{signIn.links.again}</Link>
        </p>
      </Alone>
    );
  }
  return (
    <Alone title={title}>
      {isSuccess ? (
        <Notice tone="good" title={signIn.links.done}>
          <Link to="/sign-in">{signIn.links.toSignIn}</Link>
        </Notice>
      ) : (
        <form className="stack" onSubmit={submit}>
          <PasswordField
            label={signIn.links.fresh}
            hint={signIn.links.freshHint}
            value={password}
            onChange={setPassword}
            fault={faultsByField(error)['password']}
            name="password"
            autoComplete="new-password"
            isRequired
          />
          {error ? <Failure error={error} /> : null}
          <Button type="submit" look="primary" isPending={isPending} isDisabled={isWaiting}>
            {signIn.links.set}
          </Button>
        </form>
      )}
    </Alone>
  );
}

/** The token of the address, which then leaves it: a picture of the screen or the history must not open the account. */
function useTokenOnce(): string {
  const [token] = useState(() => new URLSearchParams(location.search).get('token') ?? '');
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);
  return token;
}
