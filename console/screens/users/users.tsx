import { useTexts } from '../../i18n/texts.tsx';
import { Page } from '../../ui/layout/page.tsx';

export function Users() {
  const texts = useTexts();
  return <Page title={texts.users.title}>{null}</Page>;
}
