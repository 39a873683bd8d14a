import { useFormat, useTexts } from '../../../i18n/texts.tsx';
import { ExactTime } from '../../../ui/data/time.tsx';
import { Card } from '../../../ui/layout/page.tsx';
import { Code, Facts, UserText } from '../../../ui/layout/pieces.tsx';
import type { Release } from '../data.ts';

/** All that decides whom a release is offered to, and how urgently. */
export function ReleaseFacts({ release }: { readonly release: Release }) {
  const { releases, common, history } = useTexts();
  const { fields } = releases;
  const guard = useGuardText(release.guard);
  const { platform, minVersion, isForce, forceAfter, priority, minOsVersion, remindAfterHours, storeUrl, changelog, steps } = release;
  const forced = forceAfter === null ? null : <ExactTime at={forceAfter} />;
  return (
    <Card title={releases.facts}>
      <Facts
        facts={[
          [fields.platform, platform === null ? releases.allPlatforms : common.platforms[platform]],
          [fields.isForce, isForce ? releases.yes : releases.no],
          [releases.forcedFrom, forced],
          [fields.minVersion, minVersion === null ? null : <Code key="min">{minVersion}</Code>],
          [fields.minOsVersion, minOsVersion === null ? null : <Code key="os">{minOsVersion}</Code>],
          [fields.priority, String(priority)],
          [history.fields['remindAfterHours'] ?? '', releases.hours(remindAfterHours)],
          [fields.guard, guard],
          [releases.steps, steps.length === 0 ? null : <Steps key="steps" steps={steps} />],
          [fields.storeUrl, storeUrl === null ? null : <Code key="store">{storeUrl}</Code>],
          [releases.changelog, changelog === null ? null : <UserText key="changelog">{changelog}</UserText>],
        ]}
      />
    </Card>
  );
}

function useGuardText(guard: Release['guard']): string {
  const { releases } = useTexts();
  const format = useFormat();
  if (guard === null) return releases.fields.guardOff;
  const act = guard.action === 'halt' ? releases.fields.guardHalt : releases.fields.guardWarn;
  return releases.guardText(act, format.percent(guard.maxRate), guard.minUsers);
}

function Steps({ steps }: { readonly steps: Release['steps'] }) {
  const format = useFormat();
  return (
    <ol className="steps">
      {steps.map(({ at, percent }) => (
        <li key={at}>
          <b>{format.percent(percent / 100)}</b>{' '}
          <bdi className="muted">
            <ExactTime at={at} />
          </bdi>
        </li>
      ))}
    </ol>
  );
}
