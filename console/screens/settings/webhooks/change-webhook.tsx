import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Schemas, useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { faultsByField } from '../../../state/problem.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { useToast } from '../../../ui/overlays/toast.tsx';
import { bodyOf, isIncomplete, valuesOf } from './values.ts';
import { WebhookFields } from './webhook-fields.tsx';

interface ChangeWebhookProps {
  readonly webhook: Schemas['Webhook'];
  readonly onClose: () => void;
}

/** Changes a webhook; its secret stays. */
export function ChangeWebhook({ webhook, onClose }: ChangeWebhookProps) {
  const { webhooks } = useTexts();
  const toast = useToast();
  const queries = useQueryClient();
  const [values, setValues] = useState(() => valuesOf(webhook));
  const change = useApi().useMutation('put', '/api/v1/admin/webhooks/{id}', {
    onSuccess: async () => {
      await queries.invalidateQueries();
      toast({ text: webhooks.form.saved });
      onClose();
    },
  });
  return (
    <FormDialog
      title={webhooks.change}
      act={webhooks.form.save}
      onSubmit={() => change.mutate({ params: { path: { id: webhook.id } }, body: bodyOf(values) })}
      onClose={onClose}
      state={change}
      isDisabled={isIncomplete(values)}
    >
      <WebhookFields
        values={values}
        onChange={(changes) => setValues({ ...values, ...changes })}
        faults={faultsByField(change.error)}
        isNew={false}
      />
    </FormDialog>
  );
}
