import { useTexts } from '../../../i18n/texts.tsx';
import { Page } from '../../../ui/layout/page.tsx';

export function Flags() {
  const texts = useTexts();
  return <Page title={texts.flags.title}>{null}</Page>;
}
