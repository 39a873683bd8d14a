import { Link } from '@tanstack/react-router';
import { type Schemas, useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { Differences } from '../../../parts/differences.tsx';
import { useOperator } from '../../../state/session-context.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Time } from '../../../ui/data/time.tsx';
import { AuditIcon } from '../../../ui/layout/icons.tsx';
import { Chip, Code, UserText } from '../../../ui/layout/pieces.tsx';
import { Empty, Failure, Loading } from '../../../ui/layout/states.tsx';
import { useUndo } from '../undo/offer.tsx';

type Change = Schemas['Change'];

interface ChangeListProps {
  readonly slug: string;
  /** The part of the app, such as `version:9`; all of it without one. */
  readonly subject?: string;
}

/** The changes of an app, newest first, with the way back from each. */
export function ChangeList({ slug, subject }: ChangeListProps) {
  const { history } = useTexts();
  const list = useChanges(slug, subject);
  if (list.error) return <Failure error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <Loading rows={5} rowHeight={72} />;
  const changes = list.data.pages.flatMap(({ data }) => data);
  if (changes.length === 0) {
    return (
      <Empty title={history.none} icon={<AuditIcon />}>
        {history.noneHint}
      </Empty>
    );
  }
  return (
    <>
      <ol className="rows changes">
        {changes.map((change) => (
          <ChangeRow key={change.id} slug={slug} change={change} />
        ))}
      </ol>
      {list.hasNextPage ? (
        <div className="pager">
          <Button onPress={() => void list.fetchNextPage()} isPending={list.isFetchingNextPage}>
            {history.older}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function useChanges(slug: string, subject: string | undefined) {
  const query = { limit: 20, ...(subject === undefined ? {} : { subject }) };
  return useApi().useInfiniteQuery(
    'get',
    '/api/v1/admin/apps/{slug}/changes',
    { params: { path: { slug }, query } },
    // no change has a higher id: the first page
    { pageParamName: 'before', initialPageParam: Number.MAX_SAFE_INTEGER, getNextPageParam: ({ nextBefore }) => nextBefore ?? undefined },
  );
}

function ChangeRow({ slug, change }: { readonly slug: string; readonly change: Change }) {
  const { history } = useTexts();
  const { isAdmin } = useOperator();
  const undo = useUndo();
  const { id, action, target, actor, actorName, reason, before, after, undoes, createdAt, canUndo } = change;
  const name = history.actions[action] ?? action;
  return (
    <li className="stack change">
      <div className="line wrap">
        <strong>{name}</strong>
        {target === null ? null : <Target slug={slug} target={target} />}
        {undoes === null ? null : <Chip tone="accent">{history.undid(undoes)}</Chip>}
        <span className="end small muted">
          {actor.startsWith('system') ? history.system : <UserText>{actorName ?? actor}</UserText>} · <Time at={createdAt} />
        </span>
      </div>
      {reason === null ? null : (
        <p>
          <UserText>{`“${reason}”`}</UserText>
        </p>
      )}
      <div className="change-body">
        <Differences before={before} after={after} names={history.fields} />
        {canUndo && isAdmin ? (
          <Button onPress={() => undo(id)} label={history.undoChange(`${name}, ${history.change(id)}`)}>
            {history.undo}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

/** The part of the app that changed, as a link to its screen. */
function Target({ slug, target }: { readonly slug: string; readonly target: string }) {
  const [kind, ...rest] = target.split(':');
  const key = rest.join(':');
  if (kind === 'version' && key !== '') {
    return (
      <Link to="/apps/$slug/releases/$id" params={{ slug, id: key }}>
        <Code>{target}</Code>
      </Link>
    );
  }
  if (kind === 'flag' && key !== '') {
    return (
      <Link to="/apps/$slug/flags/$key" params={{ slug, key }}>
        <Code>{key}</Code>
      </Link>
    );
  }
  return <Code>{target}</Code>;
}
