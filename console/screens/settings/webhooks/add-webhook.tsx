import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { faultsByField } from '../../../state/problem.ts';
import { useOperator, useProjectId } from '../../../state/session-context.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { bodyOf, EMPTY, isIncomplete } from './values.ts';
import { WebhookFields } from './webhook-fields.tsx';

/** Adds a webhook, and shows its secret once. */
export function AddWebhook({ onClose }: { readonly onClose: () => void }) {
  const { webhooks } = useTexts();
  const { isOwner } = useOperator();
  const projectId = useProjectId();
  const queries = useQueryClient();
  const [values, setValues] = useState(EMPTY);
  const add = useApi().useMutation('post', '/api/v1/admin/webhooks', { onSuccess: () => queries.invalidateQueries() });
  if (add.data !== undefined) return <SecretDialog secret={add.data.secret} onClose={onClose} />;
  const project = isOwner ? { projectId: values.reach === 'all' ? null : projectId } : {};
  return (
    <FormDialog
      title={webhooks.add}
      act={webhooks.add}
      onSubmit={() => add.mutate({ body: { ...bodyOf(values), ...project } })}
      onClose={onClose}
      state={add}
      isDisabled={isIncomplete(values)}
    >
      <WebhookFields values={values} onChange={(changes) => setValues({ ...values, ...changes })} faults={faultsByField(add.error)} isNew />
    </FormDialog>
  );
}
