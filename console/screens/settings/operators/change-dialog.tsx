import { useQueryClient } from '@tanstack/react-query';
import { type Schemas, useApi } from '../../../api.ts';
import { type Texts, useTexts } from '../../../i18n/texts.tsx';
import { ActDialog } from '../../../ui/overlays/act-dialog.tsx';
import { useToast } from '../../../ui/overlays/toast.tsx';

export type OperatorChange = 'staff' | 'admin' | 'owner' | 'resetFactor' | 'switchOff';

const BODIES: Readonly<Record<Exclude<OperatorChange, 'resetFactor'>, Schemas['OperatorPatch']>> = {
  staff: { role: 'staff', owner: false },
  admin: { role: 'admin', owner: false },
  owner: { role: 'admin', owner: true },
  switchOff: { isActive: false },
};

interface ChangeDialogProps {
  readonly operator: Schemas['Operator'];
  readonly change: OperatorChange;
  readonly onClose: () => void;
}

/** Asks before a change that gives or takes rights. */
export function ChangeDialog({ operator: { id: operatorId, projectId: id, username }, change, onClose }: ChangeDialogProps) {
  const { operators } = useTexts();
  const api = useApi();
  const toast = useToast();
  const queries = useQueryClient();
  const onSuccess = async (): Promise<void> => {
    await queries.invalidateQueries();
    toast({ text: operators.changed(username) });
    onClose();
  };
  const put = api.useMutation('put', '/api/v1/admin/projects/{id}/operators/{operatorId}', { onSuccess });
  const reset = api.useMutation('delete', '/api/v1/admin/projects/{id}/operators/{operatorId}/totp', { onSuccess });
  const params = { path: { id, operatorId } };
  const act = (): void => {
    if (change === 'resetFactor') reset.mutate({ params });
    else put.mutate({ params, body: BODIES[change] });
  };
  return (
    <ActDialog
      title={<bdi>{operators.asks[change](username)}</bdi>}
      act={labelOf(change, operators)}
      state={change === 'resetFactor' ? reset : put}
      onAct={act}
      onClose={onClose}
      isDanger={change === 'resetFactor' || change === 'switchOff'}
    >
      <p>{operators.effects[change]}</p>
    </ActDialog>
  );
}

/** The name of the change, as menu and button have it. */
export function labelOf(change: OperatorChange, operators: Texts['operators']): string {
  const labels: Readonly<Record<OperatorChange, string>> = {
    staff: operators.makeStaff,
    admin: operators.makeAdmin,
    owner: operators.makeOwner,
    resetFactor: operators.resetFactor,
    switchOff: operators.switchOff,
  };
  return labels[change];
}
