import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../../i18n/texts.tsx';
import { useOperator } from '../../../state/session-context.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { Code } from '../../../ui/layout/pieces.tsx';
import { Failure, Loading } from '../../../ui/layout/states.tsx';
import { CreateFlag } from './create-flag.tsx';
import { useFlags } from './data.ts';
import { FlagList } from './flag-list.tsx';
import './flags.css';

/** All flags of an app, each with its switch. */
export function Flags() {
  const { flags } = useTexts();
  const { slug } = useParams({ from: '/signed-in/apps/$slug' });
  const { isAdmin } = useOperator();
  const [isCreating, create] = useState(false);
  const list = useFlags(slug);
  const button = (
    <Button look="primary" onPress={() => create(true)}>
      {flags.create}
    </Button>
  );
  return (
    <Page title={flags.title} documentTitle={`${flags.title} · ${slug}`} note={<Code>{slug}</Code>} {...(isAdmin ? { acts: button } : {})}>
      {list.error ? <Failure error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.data === undefined && !list.error ? <Loading rows={8} rowHeight={56} /> : null}
      {list.data === undefined ? null : <FlagList slug={slug} list={list.data} />}
      {isCreating ? <CreateFlag slug={slug} onClose={() => create(false)} /> : null}
    </Page>
  );
}
