import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Schemas, useApi } from '../../../api.ts';
import { type Texts, useTexts } from '../../../i18n/texts.tsx';
import { useOperator } from '../../../state/session-context.ts';
import { Menu, type MenuGroup } from '../../../ui/controls/menu.tsx';
import { Failure } from '../../../ui/layout/states.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useToast } from '../../../ui/overlays/toast.tsx';
import { ChangeDialog, labelOf, type OperatorChange } from './change-dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';

type Operator = Schemas['Operator'];

/** The acts of an admin on another operator. */
export function OperatorActs({ operator }: { readonly operator: Operator }) {
  const { operators, common } = useTexts();
  const { isOwner } = useOperator();
  const [chosen, choose] = useState<OperatorChange | 'password' | null>(null);
  const simple = useSimpleActs(operator);
  const close = (): void => choose(null);
  const changes = changesFor(operator, isOwner).map((change) => actOf(change, operators, () => choose(change)));
  const acts: MenuGroup['acts'] = [
    ...(operator.isActive ? [] : [{ id: 'switchOn', label: operators.switchOn, onAct: simple.switchOn }]),
    { id: 'unlock', label: operators.unlock, onAct: simple.unlock },
    { id: 'password', label: operators.setPassword, onAct: () => choose('password') },
    ...changes,
  ];
  return (
    <>
      <Menu label={operators.actsFor(operator.username)} groups={[{ id: operators.acts, acts }]}>
        {operators.acts}
      </Menu>
      {chosen === 'password' ? <PasswordDialog operator={operator} onClose={close} /> : null}
      {chosen === null || chosen === 'password' ? null : <ChangeDialog operator={operator} change={chosen} onClose={close} />}
      {simple.error ? (
        <Dialog title={<bdi>{operator.username}</bdi>} onClose={simple.reset} closeLabel={common.close}>
          <Failure error={simple.error} />
        </Dialog>
      ) : null}
    </>
  );
}

/** Acts that need no question, because they take nothing away. */
function useSimpleActs({ id: operatorId, username, projectId: id }: Operator) {
  const { operators } = useTexts();
  const api = useApi();
  const toast = useToast();
  const queries = useQueryClient();
  const done = (text: string) => ({
    onSuccess: () => {
      toast({ text });
      return queries.invalidateQueries();
    },
  });
  const params = { path: { id, operatorId } };
  const unlock = api.useMutation('post', '/api/v1/admin/projects/{id}/operators/{operatorId}/unlock', done(operators.unlocked(username)));
  const change = api.useMutation('put', '/api/v1/admin/projects/{id}/operators/{operatorId}', done(operators.changed(username)));
  return {
    error: unlock.error ?? change.error,
    reset: () => [unlock, change].forEach((act) => act.reset()),
    unlock: () => unlock.mutate({ params }),
    switchOn: () => change.mutate({ params, body: { isActive: true } }),
  };
}

function changesFor({ role, owner, isActive, totp }: Operator, byOwner: boolean): readonly OperatorChange[] {
  const roles: OperatorChange[] = [];
  if (role !== 'staff') roles.push('staff');
  if (role !== 'admin' || owner) roles.push('admin');
  if (!owner && byOwner) roles.push('owner');
  return [...roles, ...(totp ? (['resetFactor'] as const) : []), ...(isActive ? (['switchOff'] as const) : [])];
}

function actOf(change: OperatorChange, operators: Texts['operators'], onAct: () => void): MenuGroup['acts'][number] {
  return { id: change, label: labelOf(change, operators), onAct, isDanger: change === 'resetFactor' || change === 'switchOff' };
}
