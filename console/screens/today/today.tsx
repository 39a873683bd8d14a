import { useFormat, useTexts } from '../../i18n/texts.tsx';
import { useWaiting } from '../../parts/waiting.ts';
import { useNow } from '../../ui/data/time.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Failure } from '../../ui/layout/states.tsx';
import { AppLinks } from './app-links.tsx';
import { DailyCharts } from './daily-charts.tsx';
import { Incidents } from './incidents.tsx';
import { WaitingTiles } from './waiting-tiles.tsx';
import { WebhookNotices } from './webhook-notices.tsx';
import './today.css';

/** The first screen: all that waits, all that is wrong, and the last 30 days. */
export function Today() {
  const { today } = useTexts();
  const format = useFormat();
  const waiting = useWaiting();
  return (
    <Page title={today.title} note={format.weekday(useNow())}>
      {waiting.error ? <Failure error={waiting.error} onRetry={() => void waiting.refetch()} /> : null}
      {waiting.error && waiting.data === undefined ? null : <WaitingTiles waiting={waiting.data?.data} />}
      {waiting.data === undefined ? null : <Incidents waiting={waiting.data.data} />}
      <WebhookNotices />
      <AppLinks />
      <DailyCharts />
    </Page>
  );
}
