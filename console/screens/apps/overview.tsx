import { useTexts } from '../../i18n/texts.tsx';
import { Page } from '../../ui/layout/page.tsx';

export function Overview() {
  const texts = useTexts();
  return <Page title={texts.apps.title}>{null}</Page>;
}
