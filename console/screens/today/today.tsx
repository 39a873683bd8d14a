import { useFormat, useTexts } from '../../i18n/texts.tsx';
import { useNow } from '../../ui/data/time.tsx';
import { Page } from '../../ui/layout/page.tsx';

/** The first screen: all that waits, all that is wrong, and the last 30 days. */
export function Today() {
  const { today } = useTexts();
  const format = useFormat();
  return (
    <Page title={today.title} note={format.weekday(useNow())}>
      {null}
    </Page>
  );
}
