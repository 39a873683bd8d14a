import { useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { ActDialog } from '../../../ui/overlays/act-dialog.tsx';
import { ALWAYS_FRESH, type App } from '../data.ts';
import { useDone } from '../undo/offer.tsx';

/** Switches an app off for all phones, or on again. The users of the app are counted before it goes off. */
export function SwitchAppDialog({ app, onClose }: { readonly app: App; readonly onClose: () => void }) {
  const { apps } = useTexts();
  const api = useApi();
  const done = useDone(app.slug);
  const { slug, name, isActive } = app;
  const path = { slug };
  const users = api.useQuery('get', '/api/v1/admin/apps/{slug}/versions/adoption', { params: { path, query: { days: 30 } } }, ALWAYS_FRESH);
  const write = api.useMutation('put', '/api/v1/admin/apps/{slug}', {
    onSuccess: async () => {
      onClose();
      await done({ text: isActive ? apps.switchedOff(name) : apps.switchedOn(name), subject: null });
    },
  });
  return (
    <ActDialog
      title={isActive ? apps.switchOffTitle(name) : apps.switchOnTitle(name)}
      act={isActive ? apps.switchOff : apps.switchOn}
      {...(isActive ? { typed: slug } : {})}
      dryRun={users}
      renderEffect={({ totalUsers }) => <p>{apps.switchOffReach(totalUsers)}</p>}
      state={write}
      onAct={() => write.mutate({ params: { path }, body: { isActive: !isActive } })}
      onClose={onClose}
    >
      <p>{isActive ? apps.switchOffLead : apps.switchOnLead}</p>
    </ActDialog>
  );
}
