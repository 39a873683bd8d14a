import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Schemas, useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { faultsByField } from '../../../state/problem.ts';
import { Select } from '../../../ui/controls/choices.tsx';
import { TextField } from '../../../ui/controls/fields.tsx';
import { useNow } from '../../../ui/data/time.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { useToast } from '../../../ui/overlays/toast.tsx';
import { changedFields, type EntryFieldsProps, type EntryValues, newEntry, TYPES, valuesOf } from './entry-values.ts';
import { LanguageFields } from './language-fields.tsx';
import { ReachFields } from './reach-fields.tsx';
import { ScheduleFields } from './schedule-fields.tsx';

interface EntryEditorProps {
  /** null for a new one. */
  readonly entry: Schemas['ChangelogEntry'] | null;
  readonly onClose: () => void;
}

/** Writes an entry in both languages side by side, each with its preview. */
export function EntryEditor({ entry, onClose }: EntryEditorProps) {
  const { changelog, common } = useTexts();
  const now = useNow();
  const [values, setValues] = useState(() => valuesOf(entry));
  const isWaiting = entry === null || new Date(entry.publishedAt) > now;
  const { add, change } = useSaves(values.when, onClose);
  const submit = (): void => {
    if (entry === null) return add.mutate({ body: newEntry(values) });
    const body = changedFields(entry, values, now);
    return body === null ? onClose() : change.mutate({ params: { path: { id: entry.id } }, body });
  };
  const state = entry === null ? add : change;
  const fields: EntryFieldsProps = {
    values,
    onChange: (changes) => setValues({ ...values, ...changes }),
    faults: faultsByField(state.error),
  };
  const act = values.when === 'now' ? changelog.publish : changelog.schedule;
  return (
    <FormDialog
      title={entry === null ? changelog.add : changelog.editTitle}
      act={entry === null ? act : common.save}
      onSubmit={submit}
      onClose={onClose}
      state={state}
      isWide
    >
      <div className="two">
        <LanguageFields language="en" {...fields} />
        <LanguageFields language="ar" {...fields} />
      </div>
      <KindFields {...fields} />
      {entry === null ? <ReachFields {...fields} /> : null}
      {isWaiting ? <ScheduleFields {...fields} /> : null}
    </FormDialog>
  );
}

function useSaves(when: EntryValues['when'], onClose: () => void) {
  const { changelog } = useTexts();
  const api = useApi();
  const toast = useToast();
  const queries = useQueryClient();
  const done = (text: string) => ({
    onSuccess: async () => {
      await queries.invalidateQueries();
      toast({ text });
      onClose();
    },
  });
  return {
    add: api.useMutation('post', '/api/v1/changelog', done(when === 'now' ? changelog.published : changelog.scheduledDone)),
    change: api.useMutation('put', '/api/v1/changelog/{id}', done(changelog.saved)),
  };
}

function KindFields({ values, onChange, faults }: EntryFieldsProps) {
  const { changelog } = useTexts();
  return (
    <div className="two">
      <Select
        label={changelog.type}
        value={values.type}
        options={TYPES.map((value) => ({ value, label: changelog.types[value] }))}
        onChange={(type) => onChange({ type })}
      />
      <TextField
        label={changelog.version}
        hint={changelog.versionHint}
        value={values.version}
        onChange={(version) => onChange({ version })}
        fault={faults['version']}
        maxLength={64}
        dir="ltr"
      />
    </div>
  );
}
