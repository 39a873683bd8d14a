import { useState } from 'react';
import { useTexts } from '../../../../i18n/texts.tsx';
import { ActDialog } from '../../../../ui/overlays/act-dialog.tsx';
import { useChange } from './change.ts';
import { Reason } from './reason.tsx';

interface StatusDialogProps {
  readonly id: string;
  readonly name: string;
  readonly to: 'suspended' | 'active';
  readonly onClose: () => void;
}

/** Suspends an account, with a reason, or activates it. */
export function StatusDialog({ id, name, to, onClose }: StatusDialogProps) {
  const { admin } = useTexts().users;
  const [reason, setReason] = useState('');
  const isSuspending = to === 'suspended';
  const change = useChange(id, { done: isSuspending ? admin.suspended : admin.activated, onClose });
  return (
    <ActDialog
      title={isSuspending ? admin.suspendTitle(name) : admin.activateTitle(name)}
      act={isSuspending ? admin.suspendAct : admin.activateAct}
      isDanger={isSuspending}
      state={change}
      isIncomplete={isSuspending && reason.trim() === ''}
      onAct={() => change.run({ status: to }, reason)}
      onClose={onClose}
    >
      <p>{isSuspending ? admin.suspendHint : admin.activateHint}</p>
      <Reason reason={reason} onChange={setReason} error={change.error} isRequired={isSuspending} />
    </ActDialog>
  );
}
