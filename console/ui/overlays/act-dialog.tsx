import { type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/texts.tsx';
import { Button } from '../controls/button.tsx';
import { TextField } from '../controls/fields.tsx';
import { Failure, Loading } from '../layout/states.tsx';
import { Dialog } from './dialog.tsx';

/** The state of a dry run, as `useApi().dry.useQuery` answers it. */
interface DryRun<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** The state of the act, as `useApi().useMutation` answers it. */
interface Act {
  readonly isPending: boolean;
  readonly error: unknown;
}

interface ActDialogProps<T> {
  readonly title: ReactNode;
  /** The button, which names the act: `Remove 12 comments`. */
  readonly act: string;
  readonly onAct: () => void;
  readonly onClose: () => void;
  readonly state: Act;
  /** Without one, the act has no effect worth trying first. */
  readonly dryRun?: DryRun<T>;
  /** Shows what the dry run answered: who gains, who loses, warnings. */
  readonly renderEffect?: (effect: T) => ReactNode;
  readonly children?: ReactNode;
  /** Takes something away: a red button. */
  readonly isDanger?: boolean;
  /** For severe acts: the slug, or another word, that must be typed before the button is live. */
  readonly typed?: string;
  /** Set as long as something that the act needs is missing, such as a reason. */
  readonly isIncomplete?: boolean;
  readonly isWide?: boolean;
}

/** Asks before an act: shows what it would do, and is live only when that is known. */
export function ActDialog<T>(props: ActDialogProps<T>) {
  const { title, act, onAct, onClose, state, dryRun, typed, children, isDanger = typed !== undefined } = props;
  const { isIncomplete = false, isWide = false } = props;
  const [word, setWord] = useState('');
  const isTried = dryRun === undefined || (dryRun.data !== undefined && !dryRun.isFetching && !dryRun.error);
  const isMeant = typed === undefined || withAsciiDigits(word.trim()) === typed;
  const button = (
    <Button
      look={isDanger ? 'severe' : 'primary'}
      onPress={onAct}
      isDisabled={!isTried || !isMeant || isIncomplete}
      isPending={state.isPending}
    >
      {act}
    </Button>
  );
  return (
    <Dialog title={title} onClose={onClose} acts={button} isWide={isWide}>
      {children}
      <Effect {...props} />
      {typed === undefined ? null : <TypedWord typed={typed} word={word} onChange={setWord} />}
      {state.error ? <Failure error={state.error} /> : null}
    </Dialog>
  );
}

function Effect<T>({ dryRun, renderEffect }: ActDialogProps<T>) {
  if (dryRun === undefined || renderEffect === undefined) return null;
  if (dryRun.error) return <Failure error={dryRun.error} onRetry={() => void dryRun.refetch()} />;
  if (dryRun.data === undefined) return <Loading rows={3} rowHeight={28} />;
  return renderEffect(dryRun.data);
}

function TypedWord({
  typed,
  word,
  onChange,
}: {
  readonly typed: string;
  readonly word: string;
  readonly onChange: (word: string) => void;
}) {
  const { common } = useTexts();
  return <TextField label={common.typeToConfirm(typed)} value={word} onChange={onChange} dir="ltr" autoComplete="off" />;
}

/** An Arabic keyboard gives Arabic digits. */
function withAsciiDigits(text: string): string {
  return text.replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660));
}
