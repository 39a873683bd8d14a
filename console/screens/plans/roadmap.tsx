import { useTexts } from '../../i18n/texts.tsx';
import { Page } from '../../ui/layout/page.tsx';

export function Roadmap() {
  const texts = useTexts();
  return <Page title={texts.roadmap.title}>{null}</Page>;
}
