import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { useTexts } from '../i18n/texts.tsx';
import { Button } from '../ui/controls/button.tsx';
import { Page } from '../ui/layout/page.tsx';
import { Empty } from '../ui/layout/states.tsx';

/** In place of a screen that threw, such as after an update of the server while the page was open. */
export function Crash({ error }: ErrorComponentProps) {
  const { shell } = useTexts();
  return (
    <Page title={shell.crashed}>
      <Empty
        title={error instanceof Error ? error.message : String(error)}
        act={<Button onPress={() => location.reload()}>{shell.reload}</Button>}
      />
    </Page>
  );
}

/** At an address that no screen has. */
export function NotFound() {
  const { shell } = useTexts();
  return (
    <Page title={shell.notFound}>
      <Empty title={shell.notFoundHint} act={<Link to="/">{shell.toToday}</Link>} />
    </Page>
  );
}
