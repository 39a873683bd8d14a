import { useState } from 'react';
import { useTexts } from '../../../../i18n/texts.tsx';
import { faultsByField } from '../../../../state/problem.ts';
import { TextField } from '../../../../ui/controls/fields.tsx';
import { FormDialog } from '../../../../ui/overlays/form-dialog.tsx';
import { useRetry } from './delivery-dialog.tsx';

interface RetryFailedProps {
  readonly webhookId: number;
  readonly onClose: () => void;
}

/** Sends again what failed since a day. */
export function RetryFailed({ webhookId: id, onClose }: RetryFailedProps) {
  const { deliveries } = useTexts().webhooks;
  const [day, setDay] = useState('');
  const retry = useRetry(onClose);
  return (
    <FormDialog
      title={deliveries.retryFailed}
      act={deliveries.retry}
      onSubmit={() => retry.mutate({ params: { path: { id } }, body: { since: new Date(`${day}T00:00`).toISOString() } })}
      onClose={onClose}
      state={retry}
      isDisabled={day === ''}
    >
      <p>{deliveries.retryLead}</p>
      <TextField
        label={deliveries.since}
        type="date"
        value={day}
        onChange={setDay}
        fault={faultsByField(retry.error)['since']}
        isRequired
      />
    </FormDialog>
  );
}
