import { type ReactNode, useState } from 'react';
import type { Schemas } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Card } from '../../../ui/layout/page.tsx';
import { Failure } from '../../../ui/layout/states.tsx';
import { EraseDialog } from './dialogs/erase-dialog.tsx';
import { RoleDialog } from './dialogs/role-dialog.tsx';
import { StatusDialog } from './dialogs/status-dialog.tsx';
import { useExport } from './export.ts';

interface PersonProps {
  readonly user: Schemas['ManagedUser'];
  readonly name: string;
}

type Asked = 'role' | 'status' | 'erase';

/** The acts of admins on an account. */
export function Administration({ user, name }: PersonProps) {
  const { admin, roles, statuses } = useTexts().users;
  const [asked, ask] = useState<Asked | null>(null);
  const close = (): void => ask(null);
  const isOpen = user.status === 'active';
  return (
    <Card title={admin.title}>
      <div className="users-acts">
        <ActRow name={admin.role} text={roles[user.role]}>
          <Button onPress={() => ask('role')}>{admin.changeRole}</Button>
        </ActRow>
        <ActRow name={admin.access} text={statuses[user.status]}>
          <Button look={isOpen ? 'danger' : 'normal'} onPress={() => ask('status')}>
            {isOpen ? admin.suspend : admin.activate}
          </Button>
        </ActRow>
        <ExportRow id={user.id} />
        <ActRow name={admin.eraseName} text={admin.eraseHint}>
          <Button look="danger" onPress={() => ask('erase')}>
            {admin.erase}
          </Button>
        </ActRow>
      </div>
      {asked === 'role' ? <RoleDialog user={user} name={name} onClose={close} /> : null}
      {asked === 'status' ? <StatusDialog id={user.id} name={name} to={isOpen ? 'suspended' : 'active'} onClose={close} /> : null}
      {asked === 'erase' ? <EraseDialog user={user} name={name} onClose={close} /> : null}
    </Card>
  );
}

function ActRow({ name, text, children }: { readonly name: string; readonly text: string; readonly children: ReactNode }) {
  return (
    <div>
      <div className="grow">
        <h3>{name}</h3>
        <p className="muted small">{text}</p>
      </div>
      {children}
    </div>
  );
}

function ExportRow({ id }: { readonly id: string }) {
  const { admin } = useTexts().users;
  const file = useExport(id);
  return (
    <>
      <ActRow name={admin.data} text={admin.exportHint}>
        <Button onPress={() => file.mutate()} isPending={file.isPending}>
          {admin.export}
        </Button>
      </ActRow>
      {file.error ? <Failure error={file.error} /> : null}
    </>
  );
}
