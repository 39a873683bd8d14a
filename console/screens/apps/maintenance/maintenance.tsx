import { useTexts } from '../../../i18n/texts.tsx';
import { Page } from '../../../ui/layout/page.tsx';

export function Maintenance() {
  const texts = useTexts();
  return <Page title={texts.maintenance.title}>{null}</Page>;
}
