import { type ReactNode, useEffect, useState } from 'react';
import { useTexts } from '../../i18n/texts.tsx';
import { type Problem, problemOf } from '../../state/problem.ts';
import { Button } from '../controls/button.tsx';
import { Code } from './pieces.tsx';

/** A grey line in the place of a text that is on its way. */
export function Skeleton({ width = '100%', height = 16 }: { readonly width?: string | number; readonly height?: number }) {
  return <span className="skeleton" style={{ inlineSize: width, blockSize: height, maxInlineSize: '100%' }} />;
}

/** The place of a list or a card that is loading; as many rows as the data will have, so that nothing jumps. */
export function Loading({ rows = 3, rowHeight = 44 }: { readonly rows?: number; readonly rowHeight?: number }) {
  const { common } = useTexts();
  const widths = ['92%', '70%', '84%', '62%', '78%'];
  return (
    <div className="stack" aria-busy="true">
      <span className="hidden-text" role="status">
        {common.loading}
      </span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={`row-${index + 1}`} className="line" style={{ blockSize: rowHeight }}>
          <Skeleton width={widths[index % widths.length] ?? '80%'} />
        </div>
      ))}
    </div>
  );
}

interface EmptyProps {
  readonly title: string;
  /** The purpose of the place, and the first step. */
  readonly children?: ReactNode;
  readonly act?: ReactNode;
  readonly icon?: ReactNode;
}

/** A place without content. */
export function Empty({ title, children, act, icon }: EmptyProps) {
  return (
    <div className="state">
      {icon}
      <h2>{title}</h2>
      {children === undefined ? null : <p className="muted">{children}</p>}
      {act}
    </div>
  );
}

interface FailureProps {
  /** The `error` of `useQuery` or `useMutation`. */
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** An error: its message, the id to find it by in the server's log, and a way to go on. */
export function Failure({ error, onRetry }: FailureProps) {
  const { common } = useTexts();
  const problem = problemOf(error);
  const seconds = useCountdown(error);
  const isWaiting = seconds > 0;
  return (
    <div className="notice danger" role="alert">
      <div className="grow stack tight">
        <strong>{useProblemText(problem)}</strong>
        {problem.fields.map(({ field, message }) => (
          <span key={`${field} ${message}`} className="small">
            {message.startsWith(field) ? null : <Code>{field}</Code>} {message}
          </span>
        ))}
        {isWaiting ? <span className="small">{common.waitSeconds(seconds)}</span> : null}
        {problem.requestId === null ? null : (
          <span className="small muted">
            {common.requestId} <Code>{problem.requestId}</Code>
          </span>
        )}
      </div>
      {onRetry === undefined ? null : (
        <Button onPress={onRetry} isDisabled={isWaiting}>
          {common.tryAgain}
        </Button>
      )}
    </div>
  );
}

/** One sentence about a problem: the server's own where it has one. */
export function useProblemText(problem: Problem): string {
  const { common } = useTexts();
  if (problem.code === 'network') return common.problems.network;
  if (problem.code === 'outcome_unknown') return common.problems.outcomeUnknown;
  if (problem.code === 'changed_since') return common.problems.changedSince;
  if (problem.message !== '') return problem.message;
  return common.problems.unknown(problem.status);
}

/** The seconds that the server asked to wait, counted down from the moment of the error. */
export function useCountdown(error: unknown): number {
  const waitSeconds = error ? (problemOf(error).waitSeconds ?? 0) : 0;
  const [left, setLeft] = useState({ error, seconds: waitSeconds });
  const seconds = left.error === error ? left.seconds : waitSeconds;
  useEffect(() => {
    if (seconds <= 0) return;
    const timer = setTimeout(() => setLeft({ error, seconds: seconds - 1 }), 1_000);
    return () => clearTimeout(timer);
  }, [error, seconds]);
  return seconds;
}
