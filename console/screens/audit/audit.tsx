import { useTexts } from '../../i18n/texts.tsx';
import { Page } from '../../ui/layout/page.tsx';

export function Audit() {
  const texts = useTexts();
  return <Page title={texts.audit.title}>{null}</Page>;
}
