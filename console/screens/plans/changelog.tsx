import { useTexts } from '../../i18n/texts.tsx';
import { Page } from '../../ui/layout/page.tsx';

export function Changelog() {
  const texts = useTexts();
  return <Page title={texts.changelog.title}>{null}</Page>;
}
