import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Schemas, useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { Reach } from '../../../parts/reach.tsx';
import { useOperator } from '../../../state/session-context.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Card } from '../../../ui/layout/page.tsx';
import { Chip, Code, UserText } from '../../../ui/layout/pieces.tsx';
import { ActDialog } from '../../../ui/overlays/act-dialog.tsx';
import { ALWAYS_FRESH } from '../data.ts';
import { useDone } from '../undo/offer.tsx';

type Flag = Schemas['FeatureFlag'];

/** The flags that were made to switch a part of the app off in an incident. Without any, there is no card. */
export function KillSwitches({ slug }: { readonly slug: string }) {
  const { apps } = useTexts();
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
            <Chip tone={one.isEnabled ? 'good' : 'danger'}>{one.isEnabled ? apps.on : apps.off}</Chip>
            {isAdmin ? (
              <Button look={one.isEnabled ? 'danger' : 'normal'} onPress={() => setFlag(one)}>
                {one.isEnabled ? apps.flagOff(one.flagKey) : apps.flagOn(one.flagKey)}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {flag === null ? null : <SwitchFlagDialog slug={slug} flag={flag} onClose={() => setFlag(null)} />}
    </Card>
  );
}

function SwitchFlagDialog({ slug, flag, onClose }: { readonly slug: string; readonly flag: Flag; readonly onClose: () => void }) {
  const { apps } = useTexts();
  const api = useApi();
  const done = useDone(slug);
  const { flagKey, isEnabled } = flag;
  const path = { slug, flagKey };
  const place = '/api/v1/admin/apps/{slug}/features/{flagKey}';
  const body = { isEnabled: !isEnabled };
  const dryRun = api.dry.useQuery('put', place, { params: { path, query: { dryRun: true } }, body }, ALWAYS_FRESH);
  const write = api.useMutation('put', place, {
    onSuccess: async () => {
      onClose();
      await done({ text: isEnabled ? apps.flagIsOff(flagKey) : apps.flagIsOn(flagKey), subject: `flag:${flagKey}` });
    },
  });
  return (
    <ActDialog
      title={isEnabled ? apps.flagOffTitle(flagKey) : apps.flagOnTitle(flagKey)}
      act={isEnabled ? apps.flagOff(flagKey) : apps.flagOn(flagKey)}
      isDanger={isEnabled}
      dryRun={dryRun}
      renderEffect={(effect) => <Reach effect={effect} kind="flag" />}
      state={write}
      onAct={() => write.mutate({ params: { path }, body })}
      onClose={onClose}
    />
  );
}
