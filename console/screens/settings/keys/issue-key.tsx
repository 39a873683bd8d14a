import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Schemas, useApi } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { faultsByField } from '../../../state/problem.ts';
import { useOperator, useProjectId } from '../../../state/session-context.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Select } from '../../../ui/controls/choices.tsx';
import { TextField } from '../../../ui/controls/fields.tsx';
import { Secret } from '../../../ui/data/copy.tsx';
import { useNow } from '../../../ui/data/time.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { AppChoice } from './app-choice.tsx';
import { ScopeChoice } from './scope-choice.tsx';

const DAY_MS = 86_400_000;
const EXPIRIES = ['30', '90', '365', 'never'] as const;

interface NewKey {
  readonly name: string;
  readonly scopes: Schemas['ApiKeyCreate']['scopes'];
  readonly apps: readonly string[] | null;
  readonly expiry: (typeof EXPIRIES)[number];
  readonly reach: 'project' | 'all';
}

const NEW: NewKey = { name: '', scopes: ['read'], apps: null, expiry: '90', reach: 'project' };

/** Issues a key, and shows it once. */
export function IssueKey({ onClose }: { readonly onClose: () => void }) {
  const { apiKeys } = useTexts();
  const { isOwner } = useOperator();
  const bodyOf = useBody();
  const queries = useQueryClient();
  const [values, setValues] = useState(NEW);
  const issue = useApi().useMutation('post', '/api/v1/admin/api-keys', { onSuccess: () => queries.invalidateQueries() });
  if (issue.data !== undefined) return <IssuedKey issued={issue.data} onClose={onClose} />;
  const change = (changes: Partial<NewKey>): void => setValues({ ...values, ...changes });
  const faults = faultsByField(issue.error);
  return (
    <FormDialog
      title={apiKeys.issue}
      act={apiKeys.issue}
      onSubmit={() => issue.mutate({ body: bodyOf(values) })}
      onClose={onClose}
      state={issue}
      isDisabled={values.scopes.length === 0}
    >
      <TextField
        label={apiKeys.name}
        hint={apiKeys.nameHint}
        value={values.name}
        onChange={(name) => change({ name })}
        fault={faults['name']}
        maxLength={100}
        autoFocus
        isRequired
      />
      <ScopeChoice scopes={values.scopes} onChange={(scopes) => change({ scopes })} />
      <AppChoice apps={values.apps} onChange={(apps) => change({ apps })} />
      <Select
        label={apiKeys.expires}
        value={values.expiry}
        options={EXPIRIES.map((value) => ({ value, label: apiKeys.expiries[value] }))}
        onChange={(expiry) => change({ expiry })}
      />
      {isOwner ? (
        <Select
          label={apiKeys.reach}
          value={values.reach}
          options={[
            { value: 'project', label: apiKeys.thisProject },
            { value: 'all', label: apiKeys.allProjects },
          ]}
          onChange={(reach) => change({ reach })}
        />
      ) : null}
    </FormDialog>
  );
}

function useBody(): (values: NewKey) => Schemas['ApiKeyCreate'] {
  const { isOwner } = useOperator();
  const projectId = useProjectId();
  const now = useNow();
  return ({ name, scopes, apps, expiry, reach }) => ({
    name: name.trim(),
    scopes,
    apps: apps === null ? null : [...apps],
    expiresAt: expiry === 'never' ? null : new Date(now.getTime() + Number(expiry) * DAY_MS).toISOString(),
    ...(isOwner ? { projectId: reach === 'all' ? null : projectId } : {}),
  });
}

/** The only moment in which the key can be copied: a click beside the dialog does not close it. */
function IssuedKey({ issued: { name, key }, onClose }: { readonly issued: Schemas['IssuedApiKey']; readonly onClose: () => void }) {
  const { apiKeys } = useTexts();
  const kept = (
    <Button look="primary" onPress={onClose}>
      {apiKeys.kept}
    </Button>
  );
  return (
    <Dialog title={apiKeys.issued} onClose={onClose} acts={kept} isHeld>
      <p>
        <bdi dir="auto">
          <strong>{name}</strong>
        </bdi>
      </p>
      <p>{apiKeys.issuedLead}</p>
      <Secret text={key} label={apiKeys.copyKey} />
    </Dialog>
  );
}
