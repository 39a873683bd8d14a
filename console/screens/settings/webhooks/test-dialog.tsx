import { useEffect, useRef } from 'react';
import { type Schemas, useApi } from '../../../api.ts';
import { useFormat, useTexts } from '../../../i18n/texts.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Notice } from '../../../ui/layout/pieces.tsx';
import { Failure, Loading } from '../../../ui/layout/states.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { RawText } from './deliveries/raw-text.tsx';

interface TestDialogProps {
  readonly webhook: Schemas['Webhook'];
  readonly onClose: () => void;
}

/** Sends a test at once, and shows what the receiver answered. */
export function TestDialog({ webhook: { id }, onClose }: TestDialogProps) {
  const { webhooks, common } = useTexts();
  const { mutate, data, error, isPending } = useApi().useMutation('post', '/api/v1/admin/webhooks/{id}/test');
  const sent = useRef(false);
  const send = (): void => mutate({ params: { path: { id } } });
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    mutate({ params: { path: { id } } });
  }, [mutate, id]);
  const again = (
    <Button onPress={send} isPending={isPending}>
      {webhooks.test.again}
    </Button>
  );
  return (
    <Dialog title={webhooks.test.title} onClose={onClose} closeLabel={common.close} acts={again} isWide>
      {error && !isPending ? <Failure error={error} /> : null}
      {isPending ? <Loading rows={2} rowHeight={28} /> : null}
      {data === undefined || isPending ? null : <Answer answer={data} />}
    </Dialog>
  );
}

function Answer({ answer: { status, ms, body, error } }: { readonly answer: Schemas['WebhookTest'] }) {
  const { test } = useTexts().webhooks;
  const format = useFormat();
  const isGood = status !== null && status >= 200 && status < 300;
  const time = format.number(ms);
  return (
    <>
      <Notice tone={isGood ? 'good' : 'danger'} title={status === null ? test.failed(time) : test.reached(String(status), time)}>
        {error === null ? null : <bdi dir="auto">{error}</bdi>}
      </Notice>
      {status === null ? null : body === null || body === '' ? (
        <p className="muted">{test.noBody}</p>
      ) : (
        <RawText label={test.body} text={body} />
      )}
    </>
  );
}
