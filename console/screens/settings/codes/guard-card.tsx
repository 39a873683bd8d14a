import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Schemas, useApi } from '../../../api.ts';
import { useFormat, useTexts } from '../../../i18n/texts.tsx';
import { faultsByField } from '../../../state/problem.ts';
import { useProjectId } from '../../../state/session-context.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Select } from '../../../ui/controls/choices.tsx';
import { TextField } from '../../../ui/controls/fields.tsx';
import { useNow } from '../../../ui/data/time.tsx';
import { Card } from '../../../ui/layout/page.tsx';
import { Failure, Loading } from '../../../ui/layout/states.tsx';
import { useToast } from '../../../ui/overlays/toast.tsx';
import { changesOf, GUARD_MODES, type GuardValues, valuesOf } from './guard-values.ts';

/** The guard, the cap and the countries of the project, with what they did today. */
export function GuardCard() {
  const { codes } = useTexts();
  const id = useProjectId();
  const { data, error, refetch } = useApi().useQuery('get', '/api/v1/admin/projects/{id}', { params: { path: { id } } });
  return (
    <Card title={codes.guard}>
      {data === undefined ? (
        error ? (
          <Failure error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading rows={4} rowHeight={60} />
        )
      ) : (
        <GuardForm key={id} project={data} />
      )}
    </Card>
  );
}

function GuardForm({ project: opened }: { readonly project: Schemas['Project'] }) {
  const { codes } = useTexts();
  const toast = useToast();
  const queries = useQueryClient();
  // a newer answer of the server does not replace what was typed
  const [stored, setStored] = useState(opened);
  const [values, setValues] = useState(() => valuesOf(stored.settings));
  const save = useApi().useMutation('put', '/api/v1/admin/projects/{id}', {
    onSuccess: (saved) => {
      setStored(saved);
      setValues(valuesOf(saved.settings));
      toast({ text: codes.saved });
      return queries.invalidateQueries();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const settings = changesOf(stored.settings, values);
    if (settings !== null) save.mutate({ params: { path: { id: stored.id } }, body: { settings } });
  };
  const faults = faultsByField(save.error);
  const field = (name: keyof GuardValues, label: string, options: { hint?: string; setting: string; isNumber?: boolean }) => (
    <TextField
      label={label}
      value={values[name]}
      onChange={(value) => setValues({ ...values, [name]: value })}
      fault={faults[`settings.${options.setting}`]}
      dir="ltr"
      {...(options.hint === undefined ? {} : { hint: options.hint })}
      {...(options.isNumber ? { inputMode: 'numeric' as const } : {})}
    />
  );
  return (
    <form className="stack" onSubmit={submit}>
      <TodayState cap={stored.settings.otp.capPerDay} />
      <div className="two">
        <Select
          label={codes.mode}
          value={values.guard}
          options={GUARD_MODES.map((value) => ({ value, label: codes.modes[value] }))}
          onChange={(guard) => setValues({ ...values, guard })}
        />
        {field('scale', codes.scale, { hint: codes.scaleHint, setting: 'otp.guardScale' })}
        {field('cap', codes.cap, { hint: codes.capHint, setting: 'otp.capPerDay', isNumber: true })}
        {field('countries', codes.countries, { hint: codes.countriesHint, setting: 'phone.countries' })}
        {field('blocked', codes.blocked, { setting: 'phone.blockedCountries' })}
      </div>
      {save.error ? <Failure error={save.error} /> : null}
      <div>
        <Button type="submit" look="primary" isPending={save.isPending}>
          {codes.save}
        </Button>
      </div>
    </form>
  );
}

/** The messages and refusals of this UTC day. */
function TodayState({ cap }: { readonly cap: number | null }) {
  const { codes } = useTexts();
  const format = useFormat();
  const day = useNow().toISOString().slice(0, 10);
  const query = { by: 'day', from: `${day}T00:00:00.000Z` } as const;
  const { data } = useApi().useQuery('get', '/api/v2/auth/admin/otp/stats', { params: { query } });
  if (data === undefined) return <Loading rows={1} rowHeight={24} />;
  const { sent, refused } = data.data[0] ?? { sent: 0, refused: 0 };
  const total = format.number(sent);
  return (
    <p className="muted">
      {cap === null ? codes.noCapState(total) : codes.capState(total, format.number(cap))} {codes.refusedToday(format.number(refused))}
    </p>
  );
}
