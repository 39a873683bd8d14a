import type { Schemas } from '../api.ts';
import { useFormat, useTexts } from '../i18n/texts.tsx';
import { Notice } from '../ui/layout/pieces.tsx';
import './reach.css';

/** The part of a dry run about people. */
export type Effect = Pick<Schemas['FlagPreview'], 'reach' | 'warnings'>;
type Audience = Effect['reach'];
type Count = Audience['matched'];
type Groups = Audience['byPlatform'];

interface ReachProps {
  readonly effect: Effect;
  /** The kind of the thing that changes decides the words. */
  readonly kind: 'flag' | 'release' | 'maintenance';
}

/** Versions that are drawn; the first ones have the most users. */
const MAX_GROUPS = 6;

/** Whom a change reaches: the sum, who gains and who loses, bars by platform and version, and warnings. */
export function Reach({ effect: { reach: audience, warnings }, kind }: ReachProps) {
  const { reach } = useTexts();
  return (
    <div className="stack reach">
      {audience.users === 0 ? <Notice title={reach.none} /> : <Audience audience={audience} kind={kind} />}
      {warnings.length === 0 ? null : <Warnings warnings={warnings} />}
    </div>
  );
}

function Audience({ audience, kind }: { readonly audience: Audience; readonly kind: ReachProps['kind'] }) {
  const { reach } = useTexts();
  const format = useFormat();
  const words = reach.kinds[kind];
  const { byPlatform, byVersion, unknownAttributes, method } = audience;
  // the share is that of the users who are certain
  const isExact = typeof audience.matched === 'number';
  return (
    <>
      <dl className="reach-figures">
        <Figure
          name={words.matched}
          count={audience.matched}
          note={isExact ? `${format.percent(audience.share)} ${reach.users}` : reach.users}
        />
        <Figure name={words.gains} count={audience.gains} sign="+" isBad={kind === 'maintenance'} />
        <Figure name={words.loses} count={audience.loses} sign="−" isBad={kind !== 'maintenance'} />
      </dl>
      {boundsOf(audience.matched).max === 0 ? null : (
        <div className="reach-groups">
          <GroupBars title={reach.platform} groups={byPlatform} />
          <GroupBars title={reach.version} groups={byVersion} isVersion />
        </div>
      )}
      {unknownAttributes.length === 0 ? null : (
        <p className="small muted">{reach.unstored(format.list(unknownAttributes.map(reach.attribute)))}</p>
      )}
      {method === 'sample' ? <p className="small muted">{reach.sample}</p> : null}
    </>
  );
}

interface FigureProps {
  readonly name: string;
  readonly count: Count;
  readonly note?: string;
  readonly sign?: '' | '+' | '−';
  /** To come under maintenance is no gain. */
  readonly isBad?: boolean;
}

function Figure({ name, count, note, sign = '', isBad = false }: FigureProps) {
  const text = useCountText();
  const { min, max } = boundsOf(count);
  const isNone = max === 0;
  const tone = sign === '' || isNone ? '' : isBad ? 'bad' : 'good';
  return (
    <div className={`reach-figure ${tone}`}>
      <dt>{name}</dt>
      <dd>
        <bdi className="figure">{`${isNone || min !== max ? '' : sign}${text(count)}`}</bdi>
        {note === undefined ? null : <span className="small muted">{note}</span>}
      </dd>
    </div>
  );
}

function GroupBars({
  title,
  groups,
  isVersion = false,
}: {
  readonly title: string;
  readonly groups: Groups;
  readonly isVersion?: boolean;
}) {
  const { reach } = useTexts();
  const format = useFormat();
  const text = useCountText();
  const all = Object.entries(groups);
  if (all.length === 0) return null;
  const rest = all.length - MAX_GROUPS;
  return (
    <section className="stack tight">
      <h3>{title}</h3>
      <ul className="reach-bars">
        {all.slice(0, MAX_GROUPS).map(([name, { matched, users }]) => (
          <li key={name}>
            <bdi className="cut" title={name}>
              {reach.group(name)}
            </bdi>
            <Bar count={matched} users={users} />
            <span className="small muted numeric">{reach.of(text(matched), format.number(users))}</span>
          </li>
        ))}
      </ul>
      {rest > 0 && isVersion ? <p className="small muted">{reach.more(rest)}</p> : null}
    </section>
  );
}

/** Certain users are full, possible ones pale. */
function Bar({ count, users }: { readonly count: Count; readonly users: number }) {
  const { min, max } = boundsOf(count);
  const part = (number: number): string => `${(100 * number) / Math.max(1, users)}%`;
  return (
    <span className="reach-bar" aria-hidden="true">
      <span className="certain" style={{ inlineSize: part(min) }} />
      <span className="possible" style={{ inlineSize: part(max - min) }} />
    </span>
  );
}

function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  const format = useFormat();
  return (
    <div className="stack tight">
      {warnings.map((warning) => (
        <Notice key={warning} tone="warn" title={<span dir="auto">{format.sentence(warning)}</span>} />
      ))}
    </div>
  );
}

/** `412`, or `412–900` or `up to 900` where stored attributes do not decide. */
function useCountText(): (count: Count) => string {
  const { reach } = useTexts();
  const format = useFormat();
  return (count) => {
    const { min, max } = boundsOf(count);
    if (min === max) return format.number(min);
    return min === 0 ? reach.upTo(format.number(max)) : reach.range(format.number(min), format.number(max));
  };
}

function boundsOf(count: Count): { readonly min: number; readonly max: number } {
  return typeof count === 'number' ? { min: count, max: count } : count;
}
