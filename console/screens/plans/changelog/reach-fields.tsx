import { useDeferredValue } from 'react';
import { useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { useOperator } from '../../../state/session-context.ts';
import { Checkbox } from '../../../ui/controls/choices.tsx';
import { TextField } from '../../../ui/controls/fields.tsx';
import { type EntryFieldsProps, type EntryValues, reachOf } from './entry-values.ts';

/** The feature requests that a new entry completes, whether it is announced, and whom that reaches. */
export function ReachFields({ values, onChange, faults }: EntryFieldsProps) {
  const { changelog } = useTexts();
  const { isAdmin } = useOperator();
  return (
    <div className="stack">
      <TextField
        label={changelog.posts}
        hint={changelog.postsHint}
        value={values.posts}
        onChange={(posts) => onChange({ posts })}
        fault={faults['linkedPostIds']}
        dir="ltr"
      />
      {isAdmin ? (
        <Checkbox isSelected={values.announce} onChange={(announce) => onChange({ announce })}>
          {changelog.announce}
        </Checkbox>
      ) : null}
      <Reach {...values} />
    </div>
  );
}

/** The title and the text do not change whom an entry reaches, so that typing them asks nothing. */
const DRAFT = { title: '-', content: '-' };

function Reach({ posts, announce }: Pick<EntryValues, 'posts' | 'announce'>) {
  const { changelog } = useTexts();
  const reach = reachOf({ posts: useDeferredValue(posts), announce });
  const isAsked = Object.keys(reach).length > 0;
  const body = { ...DRAFT, ...reach };
  const { data } = useApi().dry.useQuery('post', '/api/v1/changelog', { params: { query: { dryRun: true } }, body }, { enabled: isAsked });
  if (!isAsked || data === undefined || !('posts' in data)) return null;
  return (
    <p className="small muted" role="status">
      {changelog.reachPosts(data.posts)} {changelog.reachSubscribers(data.subscribers)} {'·'} {changelog.reachMails(data.mails)}{' '}
      {changelog.reachInbox(data.inbox)}
    </p>
  );
}
