import { useTexts } from '../../../i18n/texts.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { mayHide } from '../triage/entry.ts';
import { useNames } from '../triage/names.ts';
import type { Decisions } from '../triage/use-decisions.ts';
import type { Triage } from '../triage/use-triage.ts';

interface ActsProps {
  readonly triage: Triage;
  readonly onReject: () => void;
}

/** The decisions, and what was decided last. */
export function Acts({ triage, onReject }: ActsProps) {
  const { moderation, common } = useTexts();
  const { targets, decide, decisions } = triage;
  const isNone = targets.length === 0;
  return (
    <div className="acts-bar">
      <div className="acts-row">
        <Button look="primary" shortcut="A" isDisabled={isNone} onPress={() => decide('approve')}>
          {moderation.approve}
        </Button>
        <Button look="danger" shortcut="R" isDisabled={isNone} onPress={onReject}>
          {moderation.reject}
        </Button>
        {!isNone && mayHide(targets) ? (
          <Button shortcut="H" onPress={() => decide('hide')}>
            {moderation.hide}
          </Button>
        ) : null}
        <Button shortcut="U" isDisabled={!decisions.canUndo} onPress={decisions.undo}>
          {common.undo}
        </Button>
      </div>
      <LastAct decisions={decisions} />
    </div>
  );
}

/** `Approved: Review by Noura A.`, which screen readers read out. */
export function LastAct({ decisions, hasButton = false }: { readonly decisions: Decisions; readonly hasButton?: boolean }) {
  const { common } = useTexts();
  const names = useNames();
  const { last, canUndo, undo } = decisions;
  return (
    <div className="last-act">
      <p className="small muted" role="status">
        {last === null ? null : names.act(last.act, last.entries)}
      </p>
      {hasButton && canUndo ? (
        <Button shortcut="U" onPress={undo}>
          {common.undo}
        </Button>
      ) : null}
    </div>
  );
}
