import { useFormat, useTexts } from '../../../i18n/texts.tsx';
import { ExactTime, Time, useNow } from '../../../ui/data/time.tsx';
import { Chip } from '../../../ui/layout/pieces.tsx';
import type { Release } from '../data.ts';

/** How many phones a release is offered to, with the steps that it will take. */
export function RolloutBar({ release }: { readonly release: Release }) {
  const { releases } = useTexts();
  const format = useFormat();
  const { offeredPercent, steps } = release;
  return (
    <div className={`rollout ${stateOf(release)}`}>
      <span className="track" aria-hidden="true">
        <span className="fill" style={{ inlineSize: `${offeredPercent}%` }} />
        {steps.map(({ at, percent }) =>
          percent > 0 && percent < 100 ? <span key={at} className="mark" style={{ insetInlineStart: `${percent}%` }} /> : null,
        )}
      </span>
      <div className="line wrap small">
        <strong>{releases.offered(format.percent(offeredPercent / 100))}</strong>
        <NextStep release={release} />
      </div>
    </div>
  );
}

function NextStep({ release }: { readonly release: Release }) {
  const { releases } = useTexts();
  const format = useFormat();
  const now = useNow();
  const { steps, haltedAt, isActive } = release;
  if (!isActive) return null;
  if (haltedAt !== null) {
    return (
      <span className="muted">
        {releases.haltedSince} <Time at={haltedAt} />
        {steps.length === 0 ? null : ` · ${releases.stepsWait}`}
      </span>
    );
  }
  const next = steps.find(({ at }) => new Date(at) > now);
  if (next === undefined) return null;
  return (
    <span className="muted">
      <bdi>{releases.next(format.percent(next.percent / 100))}</bdi>
      {' · '}
      <bdi>
        <ExactTime at={next.at} />
      </bdi>
    </span>
  );
}

/** One word on the state of a release. */
export function ReleaseState({ release }: { readonly release: Release }) {
  const { releases } = useTexts();
  const state = stateOf(release);
  const tone = { inactive: 'normal', halted: 'danger', rolling: 'accent', everyone: 'good', waiting: 'normal' } as const;
  return (
    <span className="line wrap">
      <Chip tone={tone[state]}>{releases.states[state]}</Chip>
      {release.isForce ? <Chip tone="warn">{releases.forced}</Chip> : null}
      {release.guardActedAt === null ? null : (
        <Chip tone="danger">{release.rolloutState === 'halted' ? releases.byGuard : releases.guardWarned}</Chip>
      )}
    </span>
  );
}

function stateOf({ isActive, rolloutState, offeredPercent }: Release): 'inactive' | 'halted' | 'rolling' | 'everyone' | 'waiting' {
  if (!isActive) return 'inactive';
  if (rolloutState === 'halted') return 'halted';
  if (offeredPercent === 100) return 'everyone';
  return offeredPercent === 0 ? 'waiting' : 'rolling';
}
