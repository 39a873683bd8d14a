import { type Texts, useTexts } from '../../i18n/texts.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Notice } from '../../ui/layout/pieces.tsx';
import { Failure } from '../../ui/layout/states.tsx';
import { keyOf } from './triage/entry.ts';
import { useNames } from './triage/names.ts';
import type { Fault } from './triage/send.ts';
import type { Decisions } from './triage/use-decisions.ts';

/** The decisions that were refused, each with the reason. */
export function RefusedNotice({ decisions: { refused, dismiss } }: { readonly decisions: Decisions }) {
  const { moderation } = useTexts();
  const names = useNames();
  if (refused === null) return null;
  const { act, outcomes } = refused;
  const title = act === 'undo' ? moderation.notTakenBack(outcomes.length) : moderation.notDecided(outcomes.length);
  const problem = outcomes.map(({ fault }) => (fault?.kind === 'problem' ? fault.problem : null)).find((found) => found !== null);
  return (
    <div role="alert" className="stack tight">
      <Notice tone="warn" title={title} act={<Button onPress={dismiss}>{moderation.dismiss}</Button>}>
        <ul className="faults">
          {outcomes.map(({ entry, fault }) => (
            <li key={keyOf(entry)}>{fault === null ? null : reasonOf(moderation, names.one(entry), fault)}</li>
          ))}
        </ul>
      </Notice>
      {problem === undefined ? null : <Failure error={problem} />}
    </div>
  );
}

function reasonOf(words: Texts['moderation'], thing: string, fault: Fault): string {
  if (fault.kind === 'reports') return words.reportsDecided(thing);
  if (fault.kind === 'changed') return words.textChanged(thing);
  if (fault.kind === 'deleted') return words.deleted(thing);
  if (fault.kind === 'problem') return thing;
  const status = words.statuses[fault.status];
  return fault.by === null ? words.decided(thing, status) : words.decidedBy(thing, `\u2068${fault.by}\u2069`, status);
}
