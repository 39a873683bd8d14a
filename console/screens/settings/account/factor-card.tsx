import { useState } from 'react';
import { useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { SecondFactorSetUp } from '../../../parts/second-factor.tsx';
import { useOperator, useSession } from '../../../state/session-context.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { PasswordField, TextField } from '../../../ui/controls/fields.tsx';
import { Card } from '../../../ui/layout/page.tsx';
import { Chip } from '../../../ui/layout/pieces.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { useToast } from '../../../ui/overlays/toast.tsx';

/** Whether signing in asks for a code, and how to change that. */
export function FactorCard() {
  const { account } = useTexts();
  const { totp } = useOperator();
  const session = useSession();
  const toast = useToast();
  const [isOpen, open] = useState(false);
  const finish = async (text: string): Promise<void> => {
    await session.refresh();
    toast({ text });
    open(false);
  };
  return (
    <Card title={account.factor} note={<Chip tone={totp ? 'good' : 'warn'}>{totp ? account.factorOn : account.factorOff}</Chip>}>
      <div className="stack">
        <p className="muted">{totp ? account.factorOnLead : account.factorOffLead}</p>
        <div>
          <Button look={totp ? 'danger' : 'normal'} onPress={() => open(true)}>
            {totp ? account.removeFactor : account.setUpFactor}
          </Button>
        </div>
      </div>
      {isOpen && totp ? <RemoveDialog onClose={() => open(false)} onDone={() => void finish(account.factorRemoved)} /> : null}
      {isOpen && !totp ? (
        <Dialog title={account.setUpFactor} onClose={() => open(false)}>
          <SecondFactorSetUp onDone={() => void finish(account.factorIsOn)} />
        </Dialog>
      ) : null}
    </Card>
  );
}

function RemoveDialog({ onClose, onDone }: { readonly onClose: () => void; readonly onDone: () => void }) {
  const { account, signIn } = useTexts();
  const [values, setValues] = useState({ password: '', code: '' });
  const remove = useApi().useMutation('delete', '/api/v1/auth/auth/totp', { onSuccess: onDone });
  const submit = (): void => remove.mutate({ body: { ...values, code: values.code.replace(/\s/g, '') } });
  return (
    <FormDialog title={account.removeFactor} act={account.removeFactor} onSubmit={submit} onClose={onClose} state={remove} isDanger>
      <p className="muted">{account.removeFactorLead}</p>
      <PasswordField
        label={account.current}
        value={values.password}
        onChange={(password) => setValues({ ...values, password })}
        autoComplete="current-password"
        isRequired
      />
      <TextField
        label={signIn.code}
        hint={signIn.codeHint}
        value={values.code}
        onChange={(code) => setValues({ ...values, code })}
        autoComplete="one-time-code"
        dir="ltr"
        isRequired
      />
    </FormDialog>
  );
}
