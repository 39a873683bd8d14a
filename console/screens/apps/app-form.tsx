import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi } from '../../api.ts';
import { useTexts } from '../../i18n/texts.tsx';
import { faultsByField, problemOf } from '../../state/problem.ts';
import { Select } from '../../ui/controls/choices.tsx';
import { TextField } from '../../ui/controls/fields.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { useToast } from '../../ui/overlays/toast.tsx';
import { type App, useReadAgain } from './data.ts';
import { useDone } from './undo/offer.tsx';

type Draft = Pick<App, 'slug' | 'name' | 'platform' | 'packageName' | 'storeUrl'>;

const EMPTY: Draft = { slug: '', name: '', platform: 'both', packageName: '', storeUrl: '' };

/** Creates an app, or changes one. */
export function AppForm({ app, onClose }: { readonly app?: App; readonly onClose: () => void }) {
  const { apps } = useTexts();
  const [draft, setDraft] = useState<Draft>(app ?? EMPTY);
  const write = useWrite(draft, app, onClose);
  // faults of fields are shown at the fields
  const error = write.error && problemOf(write.error).fields.length === 0 ? write.error : null;
  return (
    <FormDialog
      title={app === undefined ? apps.create : apps.edit}
      act={app === undefined ? apps.create : apps.save}
      onSubmit={write.run}
      onClose={onClose}
      state={{ isPending: write.isPending, error }}
    >
      <AppFields draft={draft} isNew={app === undefined} error={write.error} onChange={(changes) => setDraft({ ...draft, ...changes })} />
    </FormDialog>
  );
}

function useWrite(draft: Draft, app: App | undefined, onClose: () => void) {
  const { apps } = useTexts();
  const api = useApi();
  const toast = useToast();
  const navigate = useNavigate();
  const readAgain = useReadAgain();
  const done = useDone(draft.slug);
  const create = api.useMutation('post', '/api/v1/admin/apps', {
    onSuccess: async ({ slug, name }) => {
      onClose();
      toast({ text: apps.created(name) });
      await readAgain();
      await navigate({ to: '/apps/$slug', params: { slug } });
    },
  });
  const change = api.useMutation('put', '/api/v1/admin/apps/{slug}', {
    onSuccess: async ({ name }) => {
      onClose();
      await done({ text: apps.saved(name), subject: null });
    },
  });
  const { slug, name, platform, packageName, storeUrl } = draft;
  const body = { name, platform, packageName, storeUrl };
  const run = (): void => {
    if (app === undefined) create.mutate({ body: { slug, ...body } });
    else change.mutate({ params: { path: { slug } }, body });
  };
  return { run, isPending: create.isPending || change.isPending, error: create.error ?? change.error };
}

interface AppFieldsProps {
  readonly draft: Draft;
  readonly isNew: boolean;
  readonly error: unknown;
  readonly onChange: (changes: Partial<Draft>) => void;
}

function AppFields({ draft, isNew, error, onChange }: AppFieldsProps) {
  const { apps, common } = useTexts();
  const faults = faultsByField(error);
  const { slug, name, platform, packageName, storeUrl } = draft;
  return (
    <>
      <TextField
        label={apps.name}
        value={name}
        fault={faults['name']}
        onChange={(typed) => onChange({ name: typed })}
        maxLength={200}
        isRequired
        autoFocus
      />
      {isNew ? (
        <TextField
          label={apps.slug}
          hint={apps.slugHint}
          value={slug}
          fault={faults['slug']}
          onChange={(typed) => onChange({ slug: typed.trim() })}
          maxLength={64}
          dir="ltr"
          isRequired
        />
      ) : null}
      <Select
        label={apps.platform}
        value={platform}
        onChange={(chosen) => onChange({ platform: chosen })}
        options={[
          { value: 'both', label: common.platforms.both },
          { value: 'android', label: common.platforms.android },
          { value: 'ios', label: common.platforms.ios },
        ]}
      />
      <TextField
        label={apps.packageName}
        value={packageName}
        fault={faults['packageName']}
        onChange={(typed) => onChange({ packageName: typed.trim() })}
        maxLength={255}
        placeholder="com.example.app"
        dir="ltr"
        isRequired
      />
      <TextField
        label={apps.storeUrl}
        value={storeUrl}
        fault={faults['storeUrl']}
        onChange={(typed) => onChange({ storeUrl: typed.trim() })}
        maxLength={2048}
        type="url"
        dir="ltr"
      />
    </>
  );
}
