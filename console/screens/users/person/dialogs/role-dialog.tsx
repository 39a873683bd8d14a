import { useState } from 'react';
import type { Schemas } from '../../../../api.ts';
import { useTexts } from '../../../../i18n/texts.tsx';
import { Select } from '../../../../ui/controls/choices.tsx';
import { ActDialog } from '../../../../ui/overlays/act-dialog.tsx';
import { ROLES } from '../../search.ts';
import { useChange } from './change.ts';
import { Reason } from './reason.tsx';

interface RoleDialogProps {
  readonly user: Schemas['ManagedUser'];
  readonly name: string;
  readonly onClose: () => void;
}

/** Gives a person another role. */
export function RoleDialog({ user: { id, role: current }, name, onClose }: RoleDialogProps) {
  const { admin, roles } = useTexts().users;
  const [role, choose] = useState(current);
  const [reason, setReason] = useState('');
  const change = useChange(id, { done: admin.roleChanged, onClose });
  return (
    <ActDialog
      title={admin.changeRoleOf(name)}
      act={admin.changeRole}
      state={change}
      isIncomplete={role === current}
      onAct={() => change.run({ role }, reason)}
      onClose={onClose}
    >
      <Select
        label={admin.newRole}
        value={role}
        options={ROLES.map((value) => ({ value, label: roles[value] }))}
        onChange={choose}
        hint={admin.roleHint}
      />
      <Reason reason={reason} onChange={setReason} error={change.error} />
    </ActDialog>
  );
}
