import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useFormat, useTexts } from '../../../i18n/texts.tsx';
import { useOperator } from '../../../state/session-context.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Checkbox } from '../../../ui/controls/choices.tsx';
import { TextField } from '../../../ui/controls/fields.tsx';
import { Time } from '../../../ui/data/time.tsx';
import { AppsIcon, SearchIcon } from '../../../ui/layout/icons.tsx';
import { Card } from '../../../ui/layout/page.tsx';
import { Chip, Code, UserText } from '../../../ui/layout/pieces.tsx';
import { Empty } from '../../../ui/layout/states.tsx';
import type { ListedFlag } from './data.ts';
import type { FlagSearch } from './search.ts';
import { FlagSwitch } from './switch/flag-switch.tsx';

const FROM = '/signed-in/apps/$slug/flags';

interface FlagListProps {
  readonly slug: string;
  readonly list: readonly ListedFlag[];
}

/** The flags that the filter of the address lets through. */
export function FlagList({ slug, list }: FlagListProps) {
  const { flags } = useTexts();
  const { isAdmin } = useOperator();
  const search = useSearch({ from: FROM });
  if (list.length === 0) {
    return (
      <Empty title={flags.none} icon={<AppsIcon />}>
        {isAdmin ? flags.noneHint : flags.noneHintStaff}
      </Empty>
    );
  }
  const shown = list.filter((flag) => fits(flag, search));
  return (
    <div className="stack">
      <Filter list={list} shown={shown.length} />
      {shown.length === 0 ? <NothingFits isStale={search.stale === true} /> : <Rows slug={slug} list={shown} />}
    </div>
  );
}

function Filter({ list, shown }: { readonly list: readonly ListedFlag[]; readonly shown: number }) {
  const { flags } = useTexts();
  const { q = '', stale = false } = useSearch({ from: FROM });
  const filter = useFilter();
  const staleCount = list.filter(({ staleSince }) => staleSince !== null).length;
  return (
    <search className="flag-filter">
      <TextField
        label={flags.search}
        isLabelHidden
        placeholder={flags.searchHint}
        type="search"
        value={q}
        onChange={(typed) => filter({ q: typed, stale })}
      />
      <Checkbox isSelected={stale} onChange={(isStale) => filter({ q, stale: isStale })}>
        {flags.onlyStale(staleCount)}
      </Checkbox>
      <span className="small muted end" role="status">
        {flags.count(shown)}
      </span>
    </search>
  );
}

/** Puts a filter into the address, in the place of the one before. */
function useFilter(): (filter: { readonly q: string; readonly stale: boolean }) => void {
  const navigate = useNavigate({ from: '/apps/$slug/flags' });
  return ({ q, stale }) => {
    const search: FlagSearch = { ...(q === '' ? {} : { q }), ...(stale ? { stale } : {}) };
    void navigate({ to: '.', search, replace: true });
  };
}

function NothingFits({ isStale }: { readonly isStale: boolean }) {
  const { flags } = useTexts();
  const filter = useFilter();
  return (
    <Empty
      title={isStale ? flags.noStale : flags.noMatch}
      icon={<SearchIcon />}
      act={<Button onPress={() => filter({ q: '', stale: false })}>{flags.showAll}</Button>}
    >
      {isStale ? flags.noStaleHint : flags.noMatchHint}
    </Empty>
  );
}

function Rows({ slug, list }: FlagListProps) {
  return (
    <Card isFlush>
      <ul className="rows flags">
        {list.map((flag) => (
          <Row key={flag.flagKey} slug={slug} flag={flag} />
        ))}
      </ul>
    </Card>
  );
}

function Row({ slug, flag }: { readonly slug: string; readonly flag: ListedFlag }) {
  const { flags } = useTexts();
  const { isAdmin } = useOperator();
  const { flagKey, description, kind, staleSince, updatedAt, isEnabled } = flag;
  return (
    <li className="flag-row">
      {isAdmin ? (
        <FlagSwitch slug={slug} flag={flag} />
      ) : (
        <Chip tone={isEnabled ? 'good' : 'normal'}>{isEnabled ? flags.on : flags.off}</Chip>
      )}
      <div className="stack tight">
        <Link to="/apps/$slug/flags/$key" params={{ slug, key: flagKey }}>
          <strong>
            <Code>{flagKey}</Code>
          </strong>
        </Link>
        {description ? (
          <span className="small muted flag-description">
            <UserText>{description}</UserText>
          </span>
        ) : null}
      </div>
      <Audience flag={flag} />
      <div className="line wrap flag-chips">
        {kind === 'release' ? null : <Chip tone={kind === 'killswitch' ? 'danger' : 'normal'}>{flags.kinds[kind]}</Chip>}
        {staleSince === null ? null : <Chip tone="warn">{flags.stale}</Chip>}
      </div>
      <span className="small muted when">
        <Time at={updatedAt} />
      </span>
    </li>
  );
}

/** In a few words whom the rules reach. */
function Audience({ flag: { targeting } }: { readonly flag: ListedFlag }) {
  const { flags } = useTexts();
  const format = useFormat();
  if (targeting === null) return <span className="small muted">{flags.everybody}</span>;
  const [rule, second] = targeting.rules;
  const percent = rule?.percentage ?? 100;
  return (
    <span className="small">
      {flags.rulesCount(targeting.rules.length)}
      {second === undefined && percent < 100 ? ` · ${format.percent(percent / 100)}` : ''}
    </span>
  );
}

function fits({ flagKey, description, staleSince }: ListedFlag, { q = '', stale }: FlagSearch): boolean {
  if (stale && staleSince === null) return false;
  const wanted = q.trim().toLowerCase();
  return flagKey.toLowerCase().includes(wanted) || (description ?? '').toLowerCase().includes(wanted);
}
