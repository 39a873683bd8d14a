import { useTexts } from '../../i18n/texts.tsx';
import { Page } from '../../ui/layout/page.tsx';

export function ApiKeys() {
  const texts = useTexts();
  return <Page title={texts.settings.title}>{null}</Page>;
}
