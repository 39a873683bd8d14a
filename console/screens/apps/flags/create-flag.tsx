import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { type Schemas, useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { faultsByField } from '../../../state/problem.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Select, Switch } from '../../../ui/controls/choices.tsx';
import { TextBox, TextField } from '../../../ui/controls/fields.tsx';
import { Failure } from '../../../ui/layout/states.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useDone } from '../undo/offer.tsx';
import { KINDS, type Kind, VALUE_TYPES } from './data.ts';

type NewFlag = Required<Pick<Schemas['FlagCreate'], 'flagKey' | 'isEnabled' | 'kind' | 'valueType'>> & { readonly description: string };

const EMPTY: NewFlag = { flagKey: '', description: '', isEnabled: false, kind: 'release', valueType: 'boolean' };

/** Makes a flag, off at first, and opens it for its rules. */
export function CreateFlag({ slug, onClose }: { readonly slug: string; readonly onClose: () => void }) {
  const { flags } = useTexts();
  const form = useId();
  const [values, setValues] = useState(EMPTY);
  const create = useCreate(slug, onClose);
  const faults = faultsByField(create.error);
  const button = (
    <Button look="primary" type="submit" form={form} isPending={create.isPending} isDisabled={values.flagKey === ''}>
      {flags.createAct}
    </Button>
  );
  const { description, ...rest } = values;
  const send = (): void => create.mutate({ params: { path: { slug } }, body: { ...rest, description: description.trim() || null } });
  return (
    <Dialog title={flags.create} onClose={onClose} acts={button}>
      <form
        id={form}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Fields values={values} faults={faults} onChange={(change) => setValues({ ...values, ...change })} />
      </form>
      {create.error && Object.keys(faults).length === 0 ? <Failure error={create.error} /> : null}
    </Dialog>
  );
}

function useCreate(slug: string, onClose: () => void) {
  const { flags } = useTexts();
  const done = useDone(slug);
  const navigate = useNavigate();
  return useApi().useMutation('post', '/api/v1/admin/apps/{slug}/features', {
    onSuccess: async (_flag, { body: { flagKey } }) => {
      onClose();
      void navigate({ to: '/apps/$slug/flags/$key', params: { slug, key: flagKey } });
      await done({ text: flags.created(flagKey), subject: `flag:${flagKey}` });
    },
  });
}

interface FieldsProps {
  readonly values: NewFlag;
  readonly faults: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<NewFlag>) => void;
}

function Fields({ values, faults, onChange }: FieldsProps) {
  const { flags } = useTexts();
  return (
    <>
      <TextField
        label={flags.key}
        hint={flags.keyHint}
        value={values.flagKey}
        fault={faults['flagKey']}
        onChange={(typed) => onChange({ flagKey: typed.trim() })}
        dir="ltr"
        maxLength={100}
        autoComplete="off"
        autoFocus
        isRequired
      />
      <TextBox
        label={flags.description}
        value={values.description}
        fault={faults['description']}
        onChange={(description) => onChange({ description })}
        maxLength={2000}
        rows={2}
      />
      <div className="form-grid">
        <KindSelect value={values.kind} onChange={(kind) => onChange({ kind })} />
        <Select
          label={flags.type}
          value={values.valueType}
          options={VALUE_TYPES.map((type) => ({ value: type, label: flags.types[type] }))}
          onChange={(valueType) => onChange({ valueType })}
        />
      </div>
      <Switch isSelected={values.isEnabled} onChange={(isEnabled) => onChange({ isEnabled })}>
        {flags.startOn}
      </Switch>
    </>
  );
}

/** The purpose of a flag. */
export function KindSelect({ value, onChange }: { readonly value: Kind; readonly onChange: (kind: Kind) => void }) {
  const { flags } = useTexts();
  const options = KINDS.map((kind) => ({ value: kind, label: flags.kinds[kind] }));
  return <Select label={flags.kind} hint={flags.kindHints} value={value} options={options} onChange={onChange} />;
}
