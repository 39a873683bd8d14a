import { useApi } from '../../api.ts';
import { useFormat, useTexts } from '../../i18n/texts.tsx';
import { useNow } from '../../ui/data/time.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Failure } from '../../ui/layout/states.tsx';
import { Incidents } from './incidents.tsx';
import { WaitingTiles } from './waiting-tiles.tsx';
import './today.css';

const REFRESH_MS = 30_000;

/** The first screen: all that waits, all that is wrong, and the last 30 days. */
export function Today() {
  const { today } = useTexts();
  const format = useFormat();
  const waiting = useApi().useQuery('get', '/api/v1/admin/waiting', {}, { refetchInterval: REFRESH_MS });
  return (
    <Page title={today.title} note={format.weekday(useNow())}>
      {waiting.error ? <Failure error={waiting.error} onRetry={() => void waiting.refetch()} /> : null}
      <WaitingTiles waiting={waiting.data?.data} />
      {waiting.data === undefined ? null : <Incidents waiting={waiting.data.data} />}
    </Page>
  );
}
