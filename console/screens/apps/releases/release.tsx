import { useTexts } from '../../../i18n/texts.tsx';
import { Page } from '../../../ui/layout/page.tsx';

export function Release() {
  const texts = useTexts();
  return <Page title={texts.releases.title}>{null}</Page>;
}
