import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Schemas, useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { faultsByField } from '../../../state/problem.ts';
import { Select } from '../../../ui/controls/choices.tsx';
import { TextBox, TextField } from '../../../ui/controls/fields.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { useToast } from '../../../ui/overlays/toast.tsx';
import { changedFields, type ItemValues, newItem, valuesOf } from './item-values.ts';
import { STATUSES } from './moves.ts';

interface ItemFormProps {
  /** null for a new one. */
  readonly item: Schemas['RoadmapItem'] | null;
  readonly onClose: () => void;
}

interface FieldsProps {
  readonly values: ItemValues;
  readonly onChange: (changes: Partial<ItemValues>) => void;
  readonly faults: Readonly<Record<string, string>>;
}

/** Adds or changes an item. */
export function ItemForm({ item, onClose }: ItemFormProps) {
  const { roadmap, common } = useTexts();
  const [values, setValues] = useState(() => valuesOf(item));
  const { add, change } = useSaves(onClose);
  const submit = (): void => {
    if (item === null) return add.mutate({ body: newItem(values) });
    const body = changedFields(item, values);
    return body === null ? onClose() : change.mutate({ params: { path: { id: item.id } }, body });
  };
  const state = item === null ? add : change;
  const fields: FieldsProps = { values, onChange: (changes) => setValues({ ...values, ...changes }), faults: faultsByField(state.error) };
  return (
    <FormDialog
      title={item === null ? roadmap.add : roadmap.edit}
      act={item === null ? roadmap.add : common.save}
      onSubmit={submit}
      onClose={onClose}
      state={state}
    >
      <MainFields {...fields} />
      <MoreFields {...fields} />
    </FormDialog>
  );
}

function useSaves(onClose: () => void) {
  const { roadmap } = useTexts();
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
    add: api.useMutation('post', '/api/v1/roadmap', done(roadmap.added)),
    change: api.useMutation('put', '/api/v1/roadmap/{id}', done(roadmap.saved)),
  };
}

function MainFields({ values, onChange, faults }: FieldsProps) {
  const { roadmap } = useTexts();
  const { fields } = roadmap;
  return (
    <>
      <TextField
        label={fields.title}
        value={values.title}
        onChange={(title) => onChange({ title })}
        fault={faults['title']}
        maxLength={200}
        autoFocus
        isRequired
      />
      <TextBox
        label={fields.description}
        value={values.description}
        onChange={(description) => onChange({ description })}
        fault={faults['description']}
      />
      <Select
        label={fields.status}
        value={values.status}
        options={STATUSES.map((value) => ({ value, label: roadmap.statuses[value] }))}
        onChange={(status) => onChange({ status })}
      />
    </>
  );
}

function MoreFields({ values, onChange, faults }: FieldsProps) {
  const { fields } = useTexts().roadmap;
  return (
    <>
      <TextField
        label={fields.category}
        hint={fields.categoryHint}
        value={values.category}
        onChange={(category) => onChange({ category })}
        fault={faults['category']}
        maxLength={50}
      />
      <div className="two">
        <TextField
          label={fields.targetDate}
          value={values.targetDate}
          onChange={(targetDate) => onChange({ targetDate })}
          fault={faults['targetDate']}
          type="date"
          dir="ltr"
        />
        <TextField
          label={fields.postId}
          hint={fields.postIdHint}
          value={values.postId}
          onChange={(postId) => onChange({ postId })}
          fault={faults['postId']}
          inputMode="numeric"
          dir="ltr"
        />
      </div>
    </>
  );
}
