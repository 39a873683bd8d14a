import { useTexts } from '../../i18n/texts.tsx';
import { Page } from '../../ui/layout/page.tsx';

export function Moderation() {
  const texts = useTexts();
  return <Page title={texts.moderation.title}>{null}</Page>;
}
