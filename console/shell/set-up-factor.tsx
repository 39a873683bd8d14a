import { useQueryClient } from '@tanstack/react-query';
import { useTexts } from '../i18n/texts.tsx';
import { SecondFactorSetUp } from '../parts/second-factor.tsx';
import { useSession } from '../state/session-context.ts';
import { Card, Page } from '../ui/layout/page.tsx';

/** In place of every screen until an operator of a project that requires it has a second factor. */
export function SetUpFactor() {
  const { signIn } = useTexts();
  const session = useSession();
  const queries = useQueryClient();
  const finish = async (): Promise<void> => {
    await session.finishSetUp();
    await queries.invalidateQueries();
  };
  return (
    <Page title={signIn.setUp.title}>
      <p>{signIn.setUp.lead}</p>
      <div className="narrow">
        <Card>
          <SecondFactorSetUp onDone={() => void finish()} />
        </Card>
      </div>
    </Page>
  );
}
