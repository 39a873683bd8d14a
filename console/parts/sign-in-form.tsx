import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTexts } from '../i18n/texts.tsx';
import { problemOf } from '../state/problem.ts';
import type { SignIn } from '../state/session.ts';
import { useSession } from '../state/session-context.ts';
import { Button } from '../ui/controls/button.tsx';
import { PasswordField, TextField } from '../ui/controls/fields.tsx';
import { Notice } from '../ui/layout/pieces.tsx';
import { Failure, useCountdown } from '../ui/layout/states.tsx';

/** Username and password, then the code where the account has a second factor. */
export function SignInForm({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const { signIn } = useTexts();
  const [values, setValues] = useState({ username: '', password: '', otp: '' });
  const [asksForCode, askForCode] = useState(false);
  const { mutate, isPending, error } = useSignIn({ onSignedIn, onCode: () => askForCode(true) });
  const change = (changes: Partial<typeof values>): void => setValues({ ...values, ...changes });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const { username, password, otp } = values;
    mutate(asksForCode ? { username, password, otp: otp.replace(/\s/g, '') } : { username, password });
  };
  const isWaiting = useCountdown(error) > 0;
  return (
    <form className="stack" onSubmit={submit}>
      {asksForCode ? (
        <TextField
          label={signIn.code}
          hint={signIn.codeHint}
          value={values.otp}
          onChange={(otp) => change({ otp })}
          name="otp"
          autoComplete="one-time-code"
          dir="ltr"
          autoFocus
          isRequired
        />
      ) : (
        <Credentials values={values} onChange={change} />
      )}
      <Refusal error={error} asksForCode={asksForCode} />
      <Button type="submit" look="primary" isPending={isPending} isDisabled={isWaiting}>
        {signIn.button}
      </Button>
      {asksForCode ? (
        <Button look="plain" onPress={() => askForCode(false)}>
          {signIn.back}
        </Button>
      ) : null}
    </form>
  );
}

function useSignIn({ onSignedIn, onCode }: { readonly onSignedIn: () => void; readonly onCode: () => void }) {
  const session = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: SignIn) => session.signIn(input),
    onSuccess: () => {
      void queries.invalidateQueries();
      onSignedIn();
    },
    onError: (error) => {
      if (problemOf(error).code === 'totp_required') onCode();
    },
  });
}

interface CredentialsProps {
  readonly values: { readonly username: string; readonly password: string };
  readonly onChange: (changes: { username?: string; password?: string }) => void;
}

function Credentials({ values: { username, password }, onChange }: CredentialsProps) {
  const { signIn } = useTexts();
  return (
    <>
      <TextField
        label={signIn.username}
        value={username}
        onChange={(typed) => onChange({ username: typed })}
        name="username"
        autoComplete="username"
        dir="ltr"
        autoFocus
        isRequired
      />
      <PasswordField
        label={signIn.password}
        value={password}
        onChange={(typed) => onChange({ password: typed })}
        name="password"
        autoComplete="current-password"
        isRequired
      />
    </>
  );
}

function Refusal({ error, asksForCode }: { readonly error: unknown; readonly asksForCode: boolean }) {
  const { signIn } = useTexts();
  if (!error) return null;
  const { code } = problemOf(error);
  // the first answer asks for the code, which is no fault of the reader
  if (code === 'totp_required') return null;
  if (code === 'insecure_transport') {
    return (
      <Notice tone="danger" title={signIn.insecure}>
        {signIn.insecureHint}
      </Notice>
    );
  }
  return (
    <>
      <Failure error={error} />
      {asksForCode && code === 'no_active_account' ? <p className="small muted">{signIn.wrongCode}</p> : null}
    </>
  );
}
