import { useQueryClient } from '@tanstack/react-query';
import { type Schemas, useApi } from '../../../../api.ts';
import { useFormat, useTexts } from '../../../../i18n/texts.tsx';
import { Button } from '../../../../ui/controls/button.tsx';
import { ExactTime } from '../../../../ui/data/time.tsx';
import { Chip, Code, Facts } from '../../../../ui/layout/pieces.tsx';
import { Failure, Loading } from '../../../../ui/layout/states.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { useToast } from '../../../../ui/overlays/toast.tsx';
import { STATE_TONES } from '../search.ts';
import { RawText } from './raw-text.tsx';

type Delivery = Schemas['WebhookDelivery'];
type Detail = Schemas['WebhookDeliveryDetails'];

interface DeliveryDialogProps {
  readonly webhookId: number;
  readonly delivery: Delivery;
  readonly onClose: () => void;
}

/** One delivery: what was sent, and what the receiver answered each time. */
export function DeliveryDialog({ webhookId: id, delivery: { id: deliveryId, type }, onClose }: DeliveryDialogProps) {
  const { webhooks, common } = useTexts();
  const params = { path: { id, deliveryId } };
  const { data, error, refetch } = useApi().useQuery('get', '/api/v1/admin/webhooks/{id}/deliveries/{deliveryId}', { params });
  const retry = useRetry(onClose);
  const again = (
    <Button
      look="primary"
      onPress={() => retry.mutate({ params: { path: { id } }, body: { ids: [deliveryId] } })}
      isPending={retry.isPending}
    >
      {webhooks.deliveries.retry}
    </Button>
  );
  return (
    <Dialog title={<Code>{type}</Code>} onClose={onClose} closeLabel={common.close} acts={again} isWide>
      {data === undefined ? (
        error ? (
          <Failure error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading rows={5} />
        )
      ) : (
        <Shown detail={data.data} />
      )}
      {retry.error ? <Failure error={retry.error} /> : null}
    </Dialog>
  );
}

/** Sends deliveries again, and says how many. */
export function useRetry(onDone: () => void) {
  const { deliveries } = useTexts().webhooks;
  const toast = useToast();
  const queries = useQueryClient();
  return useApi().useMutation('post', '/api/v1/admin/webhooks/{id}/retry', {
    onSuccess: async ({ retried }) => {
      await queries.invalidateQueries();
      toast({ text: deliveries.retried(retried) });
      onDone();
    },
  });
}

function Shown({ detail }: { readonly detail: Detail }) {
  const { deliveries } = useTexts().webhooks;
  const { state, eventId, nextAttemptAt, createdAt, request, attempts } = detail;
  return (
    <>
      <Facts
        facts={[
          [
            deliveries.state,
            <Chip key="state" tone={STATE_TONES[state]}>
              {deliveries.states[state]}
            </Chip>,
          ],
          [deliveries.when, <ExactTime key="when" at={createdAt} />],
          [deliveries.nextTry, nextAttemptAt === null ? null : <ExactTime key="next" at={nextAttemptAt} />],
          ['webhook-id', <Code key="id">{eventId}</Code>],
        ]}
      />
      {request === null ? null : <RawText label={deliveries.request} text={readable(request)} />}
      <section className="stack tight">
        <h3>{deliveries.attempts}</h3>
        {attempts.length === 0 ? <p className="muted">{deliveries.noAttempt}</p> : null}
        <ol className="attempts">
          {attempts.map((attempt, index) => (
            <Attempt key={attempt.at} attempt={attempt} number={index + 1} />
          ))}
        </ol>
      </section>
    </>
  );
}

function Attempt({ attempt, number }: { readonly attempt: Detail['attempts'][number]; readonly number: number }) {
  const { deliveries } = useTexts().webhooks;
  const format = useFormat();
  const { at, status, ms, error, body, manual } = attempt;
  const isGood = status !== null && status >= 200 && status < 300;
  return (
    <li>
      <span className="line wrap">
        <Chip tone={isGood ? 'good' : 'danger'}>{status === null ? deliveries.noAnswer : <Code>{status}</Code>}</Chip>
        <ExactTime at={at} />
        <span className="muted">{deliveries.ms(format.number(ms))}</span>
        {manual ? <span className="muted">{deliveries.byHand}</span> : null}
      </span>
      {error === null ? null : <bdi dir="auto">{error}</bdi>}
      {body === null || body === '' ? null : <RawText label={`${deliveries.attempt(number)} · ${deliveries.answer}`} text={body} isPart />}
    </li>
  );
}

/** The JSON of a body with a field in each line; the text as it is where it is none. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
