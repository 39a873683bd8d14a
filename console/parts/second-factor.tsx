import { type FormEvent, useState } from 'react';
import { type Schemas, useApi } from '../api.ts';
import { useTexts } from '../i18n/texts.tsx';
import { Button } from '../ui/controls/button.tsx';
import { PasswordField, TextField } from '../ui/controls/fields.tsx';
import { CopyButton, DownloadButton, Secret } from '../ui/data/copy.tsx';
import { QrCode } from '../ui/data/qr-code.tsx';
import { Failure } from '../ui/layout/states.tsx';

type Setup = Schemas['TotpSetup'];

/** Sets up a second factor: the password, the secret, a first code, and the recovery codes once. */
export function SecondFactorSetUp({ onDone }: { readonly onDone: () => void }) {
  const [setup, setSetup] = useState<Setup | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (setup !== null) return <FirstCode setup={setup} onCodes={setCodes} />;
  return <PasswordAgain onSetup={setSetup} />;
}

function PasswordAgain({ onSetup }: { readonly onSetup: (setup: Setup) => void }) {
  const { signIn } = useTexts();
  const [password, setPassword] = useState('');
  const { mutate, isPending, error } = useApi().useMutation('post', '/api/v1/auth/auth/totp', { onSuccess: onSetup });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate({ body: { password } });
  };
  return (
    <form className="stack" onSubmit={submit}>
      <p className="muted">{signIn.setUp.confirm}</p>
      <PasswordField label={signIn.password} value={password} onChange={setPassword} autoComplete="current-password" isRequired />
      {error ? <Failure error={error} /> : null}
      <Button type="submit" look="primary" isPending={isPending}>
        {signIn.setUp.begin}
      </Button>
    </form>
  );
}

function FirstCode({ setup, onCodes }: { readonly setup: Setup; readonly onCodes: (codes: readonly string[]) => void }) {
  const { signIn } = useTexts();
  const [code, setCode] = useState('');
  const { mutate, isPending, error } = useApi().useMutation('put', '/api/v1/auth/auth/totp', {
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate({ body: { code: code.replace(/\s/g, '') } });
  };
  return (
    <form className="stack" onSubmit={submit}>
      <p>{signIn.setUp.scan}</p>
      <QrCode text={setup.otpauthUrl} label={signIn.setUp.qr} />
      <p>{signIn.setUp.secret}</p>
      <Secret text={setup.secret} />
      <TextField
        label={signIn.setUp.code}
        value={code}
        onChange={setCode}
        autoComplete="one-time-code"
        inputMode="numeric"
        dir="ltr"
        isRequired
      />
      {error ? <Failure error={error} /> : null}
      <Button type="submit" look="primary" isPending={isPending}>
        {signIn.setUp.finish}
      </Button>
    </form>
  );
}

function RecoveryCodes({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const { signIn } = useTexts();
  const text = codes.join('\n');
  return (
    <div className="stack">
      <h2>{signIn.setUp.recovery}</h2>
      <p>{signIn.setUp.recoveryLead}</p>
      <ol className="recovery-codes">
        {codes.map((code) => (
          <li key={code} className="code">
            {code}
          </li>
        ))}
      </ol>
      <div className="line wrap">
        <CopyButton text={text} label={signIn.setUp.copyCodes} />
        <DownloadButton text={`${text}\n`} fileName="diwan-recovery-codes.txt" label={signIn.setUp.download} />
      </div>
      <Button look="primary" onPress={onDone}>
        {signIn.setUp.kept}
      </Button>
    </div>
  );
}
