import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { Failure } from '../layout/states.tsx';
import { Dialog } from './dialog.tsx';

interface FormDialogProps {
  readonly title: ReactNode;
  /** The button, which names the act. */
  readonly act: string;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** The state of the act, as `useApi().useMutation` answers it. */
  readonly state: { readonly isPending: boolean; readonly error: unknown };
  readonly children: ReactNode;
  readonly isDanger?: boolean;
  readonly isWide?: boolean;
  readonly isDisabled?: boolean;
}

/** A dialog with fields; Enter in a field submits it. A click beside it does not lose what was typed. */
export function FormDialog({ title, act, onSubmit, onClose, state, children, ...look }: FormDialogProps) {
  const { isDanger = false, isWide = false, isDisabled = false } = look;
  const form = useId();
  const [isTouched, touch] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  const button = (
    <Button type="submit" form={form} look={isDanger ? 'severe' : 'primary'} isPending={state.isPending} isDisabled={isDisabled}>
      {act}
    </Button>
  );
  return (
    <Dialog title={title} onClose={onClose} acts={button} isWide={isWide} isKept={isTouched}>
      <form id={form} className="stack" onSubmit={submit} onInput={() => touch(true)}>
        {children}
        {state.error ? <Failure error={state.error} /> : null}
      </form>
    </Dialog>
  );
}
