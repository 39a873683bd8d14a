import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useApi } from '../../api.ts';
import { useTexts } from '../../i18n/texts.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/fields.tsx';
import { Notice } from '../../ui/layout/pieces.tsx';
import { Failure, useCountdown } from '../../ui/layout/states.tsx';
import { Alone } from './alone.tsx';

/** Asks for a link to set a new password. The answer does not tell whether the username exists. */
export function ForgotPage() {
  const { signIn } = useTexts();
  const [username, setUsername] = useState('');
  const { mutate, isPending, isSuccess, error } = useApi().useMutation('post', '/api/v1/auth/auth/password/reset/init');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate({ body: { username: username.trim() } });
  };
  const isWaiting = useCountdown(error) > 0;
  return (
    <Alone title={signIn.forgot}>
      {isSuccess ? (
        <Notice tone="good" title={signIn.links.sent}>
          {signIn.links.sentHint}
        </Notice>
      ) : (
        <form className="stack" onSubmit={submit}>
          <p className="muted">{signIn.links.forgotLead}</p>
          <TextField
            label={signIn.username}
            value={username}
            onChange={setUsername}
            name="username"
            autoComplete="username"
            dir="ltr"
            autoFocus
            isRequired
          />
          {error ? <Failure error={error} /> : null}
          <Button type="submit" look="primary" isPending={isPending} isDisabled={isWaiting}>
            {signIn.links.send}
          </Button>
        </form>
      )}
      <p>
        <Link to="/sign-in">{signIn.links.toSignIn}</Link>
      </p>
    </Alone>
  );
}
