import { useApi } from '../../../../api.ts';
import { useFormat, useTexts } from '../../../../i18n/texts.tsx';
import { Differences } from '../../../../parts/differences.tsx';
import { Button } from '../../../../ui/controls/button.tsx';
import { Time } from '../../../../ui/data/time.tsx';
import { Notice, UserText } from '../../../../ui/layout/pieces.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import type { Flag, TaggedFlag } from '../data.ts';
import { type Draft, rebased } from './draft/draft.ts';
import { flagOf } from './draft/flag-of-draft.ts';
import { differing, fieldNames, fieldValues } from './field-values.ts';

interface ConflictDialogProps {
  readonly slug: string;
  /** The flag that the reader began with. */
  readonly base: Flag;
  readonly latest: TaggedFlag;
  readonly draft: Draft;
  readonly onKeep: () => void;
  readonly onTake: () => void;
  readonly onClose: () => void;
}

/** Two people have changed one flag: shows both changes and asks which one holds. */
export function ConflictDialog({ slug, base, latest, draft, onKeep, onTake, onClose }: ConflictDialogProps) {
  const { flags } = useTexts();
  const { conflict } = flags;
  const format = useFormat();
  const names = fieldNames(flags);
  const [start, theirs, mine] = [base, latest.body, flagOf(draft, base)].map((flag) => fieldValues(flag, flags));
  const kept = fieldValues(flagOf(rebased(draft, base, latest.body), latest.body), flags);
  // the part of theirs that keeping mine would undo
  const lost = differing(start ?? {}, theirs ?? {}).filter((name) => differing(theirs ?? {}, kept).includes(name));
  const acts = (
    <>
      <Button onPress={onTake}>{conflict.takeTheirs}</Button>
      <Button look={lost.length === 0 ? 'primary' : 'severe'} onPress={onKeep}>
        {conflict.keepMine}
      </Button>
    </>
  );
  return (
    <Dialog title={conflict.title} closeLabel={conflict.back} onClose={onClose} acts={acts} isWide>
      <section className="stack tight">
        <h3>
          {conflict.theirs} <Author slug={slug} flagKey={base.flagKey} />
        </h3>
        <Differences before={start ?? null} after={theirs ?? null} names={names} />
      </section>
      <section className="stack tight">
        <h3>{conflict.mine}</h3>
        <Differences before={start ?? null} after={mine ?? null} names={names} />
      </section>
      <Notice
        tone={lost.length === 0 ? 'normal' : 'warn'}
        title={lost.length === 0 ? conflict.apart : conflict.overlap(format.list(lost.map((name) => names[name] ?? name)))}
      />
    </Dialog>
  );
}

/** Names the faster editor and the time. The comparison does not need it. */
function Author({ slug, flagKey }: { readonly slug: string; readonly flagKey: string }) {
  const query = { limit: 1, subject: `flag:${flagKey}` };
  const newest = useApi().useQuery('get', '/api/v1/admin/apps/{slug}/changes', { params: { path: { slug }, query } }, { staleTime: 0 });
  const change = newest.data?.data[0];
  if (change === undefined) return null;
  return (
    <span className="small muted">
      <UserText>{change.actorName ?? change.actor}</UserText> · <Time at={change.createdAt} />
    </span>
  );
}
