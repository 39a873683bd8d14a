import { useTexts } from '../../../i18n/texts.tsx';
import { Page } from '../../../ui/layout/page.tsx';

export function History() {
  const texts = useTexts();
  return <Page title={texts.history.title}>{null}</Page>;
}
