import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { useApi } from '../../api.ts';
import { useTexts } from '../../i18n/texts.tsx';
import { faultsByField, problemOf } from '../../state/problem.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Select } from '../../ui/controls/choices.tsx';
import { TextField } from '../../ui/controls/fields.tsx';
import { Failure } from '../../ui/layout/states.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useToast } from '../../ui/overlays/toast.tsx';
import { type App, useReadAgain } from './data.ts';
import { useDone } from './undo/offer.tsx';

type Draft = Pick<App, 'slug' | 'name' | 'platform' | 'packageName' | 'storeUrl'>;

const EMPTY: Draft = { slug: '', name: '', platform: 'both', packageName: '', storeUrl: '' };

/** Creates an app, or changes one. */
export function AppForm({ app, onClose }: { readonly app?: App; readonly onClose: () => void }) {
  const { apps } = useTexts();
  const id = useId();
  const [draft, setDraft] = useState<Draft>(app ?? EMPTY);
  const write = useWrite(draft, app, onClose);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    write.run();
  };
  return (
    <Dialog
      title={app === undefined ? apps.create : apps.edit}
      onClose={onClose}
      acts={
        <Button look="primary" type="submit" form={id} isPending={write.isPending}>
          {app === undefined ? apps.create : apps.save}
        </Button>
      }
    >
      <form id={id} className="stack" onSubmit={submit}>
        <AppFields draft={draft} isNew={app === undefined} error={write.error} onChange={(changes) => setDraft({ ...draft, ...changes })} />
        {write.error && problemOf(write.error).fields.length === 0 ? <Failure error={write.error} /> : null}
      </form>
    </Dialog>
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
