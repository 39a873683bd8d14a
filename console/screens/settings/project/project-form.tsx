import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Schemas, useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { faultsByField } from '../../../state/problem.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Failure } from '../../../ui/layout/states.tsx';
import { useToast } from '../../../ui/overlays/toast.tsx';
import { ContentSection } from './content-section.tsx';
import { GeneralSection } from './general-section.tsx';
import { NoticesSection } from './notices-section.tsx';
import { PrivacySection } from './privacy-section.tsx';
import { SignInSection } from './sign-in-section.tsx';
import { changesOf, type SectionProps, valuesOf } from './values.ts';

/** All settings in one form, which sends only those that differ. */
export function ProjectForm({ project: opened }: { readonly project: Schemas['Project'] }) {
  const { project } = useTexts();
  const toast = useToast();
  const queries = useQueryClient();
  // a newer answer of the server does not replace what was typed
  const [stored, setStored] = useState(opened);
  const [values, setValues] = useState(() => valuesOf(stored));
  const save = useApi().useMutation('put', '/api/v1/admin/projects/{id}', {
    onSuccess: (saved) => {
      setStored(saved);
      setValues(valuesOf(saved));
      toast({ text: project.saved });
      return queries.invalidateQueries();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const body = changesOf(stored, values);
    if (body === null) toast({ text: project.unchanged });
    else save.mutate({ params: { path: { id: stored.id } }, body });
  };
  const section: SectionProps = {
    values,
    onChange: (changes) => setValues({ ...values, ...changes }),
    faults: faultsByField(save.error),
  };
  return (
    <form className="page" onSubmit={submit}>
      <div className="two">
        <div className="stack">
          <GeneralSection {...section} />
          <ContentSection {...section} />
        </div>
        <div className="stack">
          <SignInSection {...section} />
          <PrivacySection {...section} />
          <NoticesSection {...section} />
        </div>
      </div>
      {save.error ? <Failure error={save.error} /> : null}
      <div>
        <Button type="submit" look="primary" isPending={save.isPending}>
          {project.save}
        </Button>
      </div>
    </form>
  );
}
