import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Schemas, useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Notice } from '../../../ui/layout/pieces.tsx';
import { Failure } from '../../../ui/layout/states.tsx';
import { ActDialog } from '../../../ui/overlays/act-dialog.tsx';
import { useToast } from '../../../ui/overlays/toast.tsx';

/** Whether the project serves its users, and the switch for that. */
export function ActiveNotice({ project: { id, name, isActive } }: { readonly project: Schemas['Project'] }) {
  const { project } = useTexts();
  const toast = useToast();
  const queries = useQueryClient();
  const [isAsking, ask] = useState(false);
  const change = useApi().useMutation('put', '/api/v1/admin/projects/{id}', {
    onSuccess: async (changed) => {
      await queries.invalidateQueries();
      toast({ text: changed.isActive ? project.switchedOn : project.switchedOff });
      ask(false);
    },
  });
  const set = (isOn: boolean): void => change.mutate({ params: { path: { id } }, body: { isActive: isOn } });
  const on = (
    <Button onPress={() => set(true)} isPending={change.isPending}>
      {project.switchOn}
    </Button>
  );
  const off = (
    <Button look="danger" onPress={() => ask(true)}>
      {project.switchOff}
    </Button>
  );
  return (
    <>
      <Notice tone={isActive ? 'good' : 'warn'} title={isActive ? project.active : project.inactive} act={isActive ? off : on}>
        <bdi dir="auto">{name}</bdi> · <span className="code">{id}</span>
      </Notice>
      {change.error && !isAsking ? <Failure error={change.error} /> : null}
      {isAsking ? (
        <ActDialog
          title={project.switchOff}
          act={project.switchOff}
          typed={String(id)}
          state={change}
          onAct={() => set(false)}
          onClose={() => ask(false)}
        >
          <p>{project.switchOffLead}</p>
        </ActDialog>
      ) : null}
    </>
  );
}
