import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { useOperator } from '../../../state/session-context.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Card } from '../../../ui/layout/page.tsx';
import { Chip, Code, UserText } from '../../../ui/layout/pieces.tsx';
import type { Flag } from '../flags/data.ts';
import { SwitchFlagDialog } from '../flags/switch/switch-dialog.tsx';

/** The flags that were made to switch a part of the app off in an incident. Without any, there is no card. */
export function KillSwitches({ slug }: { readonly slug: string }) {
  const { apps, flags } = useTexts();
  const { isAdmin } = useOperator();
  const [flag, setFlag] = useState<Flag | null>(null);
  const list = useApi().useQuery('get', '/api/v1/admin/apps/{slug}/features/admin', { params: { path: { slug } } });
  const switches = (list.data ?? []).filter(({ kind }) => kind === 'killswitch');
  if (switches.length === 0) return null;
  return (
    <Card title={apps.killSwitches} isFlush>
      <ul className="rows">
        {switches.map((one) => (
          <li key={one.flagKey} className="line wrap">
            <span className="grow stack tight">
              <Link to="/apps/$slug/flags/$key" params={{ slug, key: one.flagKey }}>
                <Code>{one.flagKey}</Code>
              </Link>
              {one.description === null ? null : (
                <span className="small muted">
                  <UserText>{one.description}</UserText>
                </span>
              )}
            </span>
            <Chip tone={one.isEnabled ? 'good' : 'danger'}>{one.isEnabled ? flags.on : flags.off}</Chip>
            {isAdmin ? (
              <Button look={one.isEnabled ? 'danger' : 'normal'} onPress={() => setFlag(one)}>
                {one.isEnabled ? flags.switchOff(one.flagKey) : flags.switchOn(one.flagKey)}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {flag === null ? null : <SwitchFlagDialog slug={slug} flag={flag} onClose={() => setFlag(null)} />}
    </Card>
  );
}
