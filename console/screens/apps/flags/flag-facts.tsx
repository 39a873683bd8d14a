import { Link } from '@tanstack/react-router';
import { useTexts } from '../../../i18n/texts.tsx';
import { Time } from '../../../ui/data/time.tsx';
import { Card } from '../../../ui/layout/page.tsx';
import { Facts, Notice, UserText } from '../../../ui/layout/pieces.tsx';
import { type Flag, useFlags } from './data.ts';

/** The purpose of a flag, and whether it could be removed. */
export function FlagFacts({ slug, flag }: { readonly slug: string; readonly flag: Flag }) {
  const { flags } = useTexts();
  const { flagKey, description, kind, valueType, config, updatedAt } = flag;
  // only the list tells how old a flag is
  const aged = useFlags(slug).data?.find((one) => one.flagKey === flagKey);
  return (
    <Card title={flags.about}>
      <div className="stack">
        {aged?.staleSince ? (
          <Notice
            tone="warn"
            title={
              <>
                {flags.staleSince} <Time at={aged.staleSince} />
              </>
            }
          >
            {aged.reason === null ? null : <bdi dir="auto">{aged.reason}</bdi>}
          </Notice>
        ) : null}
        <Facts
          facts={[
            [flags.description, description ? <UserText>{description}</UserText> : <span className="muted">{flags.noDescription}</span>],
            [flags.kind, flags.kinds[kind]],
            [flags.type, flags.types[valueType]],
            [flags.config, config === null ? null : <pre className="code config">{JSON.stringify(config, null, 2)}</pre>],
            [flags.changed, <Time key="at" at={updatedAt} />],
          ]}
        />
        <Link to="/apps/$slug/history" params={{ slug }} search={{ subject: `flag:${flagKey}` }}>
          {flags.history}
        </Link>
      </div>
    </Card>
  );
}
