import { useApi } from '../../../../api.ts';
import { useTexts } from '../../../../i18n/texts.tsx';
import { problemOf } from '../../../../state/problem.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { TextBox } from '../../../../ui/controls/fields.tsx';
import { Card } from '../../../../ui/layout/page.tsx';
import { Notice } from '../../../../ui/layout/pieces.tsx';
import { Failure } from '../../../../ui/layout/states.tsx';
import { KindSelect } from '../create-flag.tsx';
import type { TaggedFlag } from '../data.ts';
import { ConflictDialog } from './conflict.tsx';
import { type Draft, isChanged } from './draft/draft.ts';
import { variantKeys } from './draft/rest.ts';
import { type FormFaults, formFaults } from './faults.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { RestField } from './rest-field.tsx';
import { ReviewDialog } from './review.tsx';
import { Rules } from './rules.tsx';
import { useChanges } from './use-changes.ts';

interface EditFlagProps {
  readonly slug: string;
  /** The flag when the form was opened. */
  readonly opened: TaggedFlag;
  /** The flag as it was last read, by which the form notices another person's change. */
  readonly latest: TaggedFlag;
  readonly onClose: () => void;
}

/** The form of a flag. Nothing is written before the reader has seen whom the change reaches. */
export function EditFlag({ slug, opened, latest, onClose }: EditFlagProps) {
  const { flags } = useTexts();
  const { form, conflict: words } = flags;
  const changes = useChanges(slug, opened, onClose);
  const { base, draft, tryOut, save } = changes;
  const isDirty = isChanged(draft, base.body);
  const problem = tryOut.error ? problemOf(tryOut.error) : null;
  const faults = formFaults(problem?.fields ?? []);
  return (
    <Card title={form.title}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isDirty) changes.review();
        }}
      >
        {latest.tag === base.tag ? null : (
          <Notice tone="warn" title={words.notice} act={<Button onPress={changes.conflict.look}>{words.look}</Button>}>
            {words.noticeHint}
          </Notice>
        )}
        <Fields slug={slug} draft={draft} faults={faults} restFault={changes.restFault} onChange={changes.setDraft} />
        {problem === null || problem.status === 412 || problem.fields.length > 0 ? null : <Failure error={tryOut.error} />}
        {changes.conflict.error ? <Failure error={changes.conflict.error} onRetry={changes.conflict.look} /> : null}
        <div className="line wrap form-end">
          <Button look="primary" type="submit" isDisabled={!isDirty} isPending={tryOut.isPending}>
            {form.review}
          </Button>
          <Button onPress={onClose}>{form.discard}</Button>
          {isDirty ? null : <span className="small muted">{form.unchanged}</span>}
        </div>
      </form>
      <LeaveGuard isOn={isDirty && !save.isSuccess} />
      <StepDialog slug={slug} changes={changes} onClose={onClose} />
    </Card>
  );
}

type Changes = ReturnType<typeof useChanges>;

interface StepDialogProps {
  readonly slug: string;
  readonly changes: Changes;
  readonly onClose: () => void;
}

function StepDialog({ slug, changes, onClose }: StepDialogProps) {
  const { base, draft, step, save, act, back, keepMine } = changes;
  if (step === null) return null;
  if (step.name === 'review') return <ReviewDialog flag={base.body} effect={step.effect} save={save} onAct={act} onClose={back} />;
  const { latest } = step;
  return (
    <ConflictDialog
      slug={slug}
      base={base.body}
      latest={latest}
      draft={draft}
      onKeep={() => keepMine(latest)}
      onTake={onClose}
      onClose={back}
    />
  );
}

interface FieldsProps {
  readonly slug: string;
  readonly draft: Draft;
  readonly faults: FormFaults;
  readonly restFault: Changes['restFault'];
  readonly onChange: (draft: Draft) => void;
}

function Fields({ slug, draft, faults, restFault, onChange }: FieldsProps) {
  const { flags } = useTexts();
  // a segment is a choice; without the list those that the rules name are left
  const segments = useApi().useQuery('get', '/api/v1/admin/apps/{slug}/segments', { params: { path: { slug } } }).data ?? [];
  return (
    <>
      <div className="form-grid">
        <TextBox
          label={flags.description}
          value={draft.description}
          fault={faults.description}
          onChange={(description) => onChange({ ...draft, description })}
          maxLength={2000}
          rows={2}
        />
        <KindSelect value={draft.kind} onChange={(kind) => onChange({ ...draft, kind })} />
      </div>
      <Rules
        draft={draft}
        segments={segments.map(({ key }) => key)}
        variants={variantKeys(draft.rest)}
        faults={faults}
        onChange={onChange}
      />
      <RestField value={draft.rest} fault={restFault} faults={faults.rest} onChange={(rest) => onChange({ ...draft, rest })} />
    </>
  );
}
