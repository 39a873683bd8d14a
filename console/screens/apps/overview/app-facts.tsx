import { useTexts } from '../../../i18n/texts.tsx';
import { OutsideLink } from '../../../ui/controls/button.tsx';
import { ExactTime } from '../../../ui/data/time.tsx';
import { Card } from '../../../ui/layout/page.tsx';
import { Code, Facts } from '../../../ui/layout/pieces.tsx';
import type { App } from '../data.ts';

/** The lasting data of an app. */
export function AppFacts({ app }: { readonly app: App }) {
  const { apps, common } = useTexts();
  const { platform, packageName, storeUrl, createdAt } = app;
  return (
    <Card title={apps.facts}>
      <Facts
        facts={[
          [apps.platform, common.platforms[platform]],
          [apps.packageName, <Code key="package">{packageName}</Code>],
          [apps.storeUrl, storeUrl === '' ? null : <StoreLink key="store" address={storeUrl} />],
          [apps.createdAt, <ExactTime key="created" at={createdAt} />],
        ]}
      />
    </Card>
  );
}

function StoreLink({ address }: { readonly address: string }) {
  if (!/^https?:/i.test(address)) return <Code>{address}</Code>;
  return (
    <OutsideLink href={address}>
      <Code>{address}</Code>
    </OutsideLink>
  );
}
