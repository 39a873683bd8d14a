import { type AudienceQuestion, anyOf, type Chance } from '../audience/tally.ts';
import { INSTALLATION, TARGETING_KEY } from './context.ts';
import type { CompiledFlags } from './evaluate.ts';
import { attributesOf, type PartialRequest, type PossibleAnswers, possibleAnswersOf } from './possible-answers.ts';

/** Flags before and after a change. A user is matched when one of them is on after the change. */
export interface FlagChange {
  readonly before: CompiledFlags;
  readonly after: CompiledFlags;
  readonly keys: readonly string[];
  /** Those of the keys whose answers the change may alter. */
  readonly altered: ReadonlySet<string>;
  /** The time of evaluation, in milliseconds since 1970. */
  readonly at: number;
}

const NEVER_ON: PossibleAnswers = { mayBeOn: false, mayBeOff: true };

/** Asks for whom one of the flags is on after the change, and for whom the change turns one on or off. */
export function flagQuestion(change: FlagChange): AudienceQuestion {
  const { keys } = change;
  return {
    needed: neededBy(change),
    judge(context) {
      const input: PartialRequest = { context, at: change.at, parents: new Map() };
      const turns = keys.map((key) => turnOf(change, key, input));
      return {
        matched: anyOf(turns.map(({ after }) => ({ may: after.mayBeOn, must: !after.mayBeOff }))),
        gains: anyOf(turns.map(({ isAltered, before, after }) => turned(isAltered, before, after))),
        loses: anyOf(turns.map(({ isAltered, before, after }) => turned(isAltered, after, before))),
      };
    },
  };
}

interface Turn {
  readonly isAltered: boolean;
  readonly before: PossibleAnswers;
  readonly after: PossibleAnswers;
}

function turnOf({ before, after, altered }: FlagChange, key: string, input: PartialRequest): Turn {
  const next = possibleAnswersIn(after, key, input);
  const isAltered = altered.has(key);
  return { isAltered, after: next, before: isAltered ? possibleAnswersIn(before, key, input) : next };
}

function possibleAnswersIn(flags: CompiledFlags, key: string, input: PartialRequest): PossibleAnswers {
  const flag = flags.get(key);
  return flag === undefined ? NEVER_ON : possibleAnswersOf(flags, flag, input);
}

/** Whether a flag is off in one state and on in the other. */
function turned(isAltered: boolean, off: PossibleAnswers, on: PossibleAnswers): Chance {
  return {
    may: isAltered && off.mayBeOff && on.mayBeOn,
    must: isAltered && !off.mayBeOn && !on.mayBeOff,
  };
}

/** The attributes that decide the flags after the change, or before it for those that it deletes. */
function neededBy({ before, after, keys, at }: FlagChange): Set<string> {
  const names = keys.flatMap((key) => {
    const [flags, flag] = after.has(key) ? [after, after.get(key)] : [before, before.get(key)];
    return flag === undefined ? [] : [...attributesOf(flags, flag, at)];
  });
  return new Set(names.map((name) => (name === TARGETING_KEY ? INSTALLATION : name)));
}
