import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { Reach } from '../../../parts/reach.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Menu } from '../../../ui/controls/menu.tsx';
import { ActDialog } from '../../../ui/overlays/act-dialog.tsx';
import { ALWAYS_FRESH } from '../data.ts';
import { useDone } from '../undo/offer.tsx';
import { FLAG_PLACE, type Flag } from './data.ts';
import { SwitchFlagDialog } from './switch/switch-dialog.tsx';

interface FlagActsProps {
  readonly slug: string;
  readonly flag: Flag;
}

/** The switch of a flag and, behind a menu, its end. */
export function FlagActs({ slug, flag }: FlagActsProps) {
  const { flags } = useTexts();
  const [open, setOpen] = useState<'switch' | 'delete' | null>(null);
  const close = (): void => setOpen(null);
  const acts = [{ id: 'delete', label: flags.delete, isDanger: true, onAct: () => setOpen('delete') }];
  return (
    <>
      <Button look={flag.isEnabled ? 'danger' : 'primary'} onPress={() => setOpen('switch')}>
        {flag.isEnabled ? flags.turnOff : flags.turnOn}
      </Button>
      <Menu groups={[{ id: flags.more, acts }]}>{flags.more}</Menu>
      {open === 'switch' ? <SwitchFlagDialog slug={slug} flag={flag} onClose={close} /> : null}
      {open === 'delete' ? <DeleteDialog slug={slug} flag={flag} onClose={close} /> : null}
    </>
  );
}

/** Deletes a flag. A flag that is on is in use, so the slug must be typed. */
function DeleteDialog({ slug, flag, onClose }: FlagActsProps & { readonly onClose: () => void }) {
  const { flags } = useTexts();
  const api = useApi();
  const done = useDone(slug);
  const navigate = useNavigate();
  const { flagKey, isEnabled } = flag;
  const path = { slug, flagKey };
  const dryRun = api.dry.useQuery('delete', FLAG_PLACE, { params: { path, query: { dryRun: true } } }, ALWAYS_FRESH);
  const write = api.useMutation('delete', FLAG_PLACE, {
    onSuccess: async () => {
      onClose();
      await navigate({ to: '/apps/$slug/flags', params: { slug }, search: {} });
      await done({ text: flags.deleted(flagKey), subject: `flag:${flagKey}` });
    },
  });
  return (
    <ActDialog
      title={flags.deleteTitle(flagKey)}
      act={flags.deleteAct(flagKey)}
      isDanger
      {...(isEnabled ? { typed: slug } : {})}
      dryRun={dryRun}
      renderEffect={(effect) => <Reach effect={effect} kind="flag" />}
      state={write}
      onAct={() => write.mutate({ params: { path } })}
      onClose={onClose}
    >
      <p>{isEnabled ? flags.deleteOn : flags.deleteOff}</p>
    </ActDialog>
  );
}
