import type { CommandContext } from '../../command.ts';
import type { Prompter } from '../../prompter.ts';
import { checkReason } from '../reviews/fields.ts';
import { ACTIONS, type Action, decide, takeBack } from './decide.ts';
import { fieldsOf, keyOf, type Queue, readItem, type TriageItem, type Waiting, waitingState } from './items.ts';
import { findNext } from './queue.ts';

/** A record that the moderator has seen. */
interface Entry {
  readonly waiting: Waiting;
  /** The past tense of the decision, `skipped` or `settled by others`; null before. */
  outcome: string | null;
  /** The state that the moderator's decision left; null without one. */
  state: string | null;
  hadOpenReports: boolean;
}

type Move = 'forward' | 'back' | 'undo' | 'quit';

const SKIPPED = 'skipped';
const SETTLED = 'settled by others';
const MOVES = [
  { key: 's', name: 'skip' },
  { key: 'b', name: 'back' },
  { key: 'u', name: 'undo the last decision' },
  { key: 'q', name: 'quit' },
];
const MOVE_OF: Readonly<Record<string, Move>> = { b: 'back', u: 'undo', q: 'quit' };

/** Goes through the queues, one record at a time. */
export class TriageSession {
  readonly #context: CommandContext;
  readonly #prompter: Prompter;
  readonly #queues: readonly Queue[];
  /** In the order in which they were first seen. */
  readonly #history: Entry[] = [];
  /** The entries with a decision of the moderator, the last one last. */
  #decided: Entry[] = [];
  #position = 0;

  constructor(context: CommandContext, prompter: Prompter, queues: readonly Queue[]) {
    this.#context = context;
    this.#prompter = prompter;
    this.#queues = queues;
  }

  async run(): Promise<void> {
    for (;;) {
      const remaining = await this.#loadNext();
      const entry = this.#history[this.#position];
      if (entry === undefined && this.#history.length === 0) return this.#context.print.note('Nothing is waiting for a decision.');
      const place = `${this.#position + 1} of ${this.#history.length + remaining}`;
      const move = entry === undefined ? await this.#askAtEnd() : await this.#triage(entry, place);
      if (move === 'quit') return;
      if (move === 'undo') await this.#undo();
      else this.#go(move);
    }
  }

  /** The number of records by their outcome, such as `2 approved, 1 skipped.` */
  describeCounts(): string {
    const counts = new Map<string, number>();
    for (const { outcome } of this.#history) if (outcome !== null) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    const words = [...counts].map(([outcome, count]) => `${count} ${outcome}`);
    return words.length === 0 ? 'No decision was made.' : `${words.join(', ')}.`;
  }

  /** Adds the next record behind the history when that is at its end. It returns how many others wait. */
  async #loadNext(): Promise<number> {
    const undecided = this.#history.filter(({ outcome }) => outcome === null || outcome === SKIPPED).length;
    const keys = new Set(this.#history.map(({ waiting }) => keyOf(waiting)));
    const found = await findNext(this.#context, this.#queues, { keys, undecided });
    if (found === null) return 0;
    if (this.#position < this.#history.length) return found.remaining;
    this.#history.push({ waiting: found.next, outcome: null, state: null, hadOpenReports: false });
    return found.remaining - 1;
  }

  #go(move: 'forward' | 'back'): void {
    if (move === 'forward') this.#position += 1;
    else {
      // records that others settled cannot be decided here
      const before = this.#history.slice(0, this.#position).findLastIndex(({ outcome }) => outcome !== SETTLED);
      if (before < 0) this.#context.print.note('This is the first one.');
      else this.#position = before;
    }
  }

  async #askAtEnd(): Promise<Move> {
    this.#context.print.note('\nNothing else is waiting.');
    const key = await this.#prompter.key({ message: 'Go on?', choices: MOVES.slice(1) });
    return MOVE_OF[key] ?? 'quit';
  }

  /** Shows a record and asks for a decision; repeats both when its text has changed meanwhile. */
  async #triage(entry: Entry, place: string): Promise<Move> {
    for (;;) {
      const item = await this.#readUnchanged(entry);
      if (item === null) return this.#settle(entry, SETTLED);
      this.#show(item, place);
      const actions = ACTIONS[item.queue].filter(({ state }) => item.content !== null || state === 'dismissed');
      const key = await this.#prompter.key({ message: 'Decision?', choices: [...actions, ...MOVES] });
      const action = actions.find((known) => known.key === key);
      if (action === undefined) return MOVE_OF[key] ?? this.#settle(entry, entry.outcome ?? SKIPPED);
      if (action.state === entry.state) return 'forward';
      const result = await this.#decide(entry, item, action);
      if (result !== null) return this.#settle(entry, result);
      this.#context.print.note(`${nameOf(item, 'capital')} was changed while you read it. No decision was saved.`);
    }
  }

  /** Returns the outcome; null when the text has changed. */
  async #decide(entry: Entry, item: TriageItem, action: Action): Promise<string | null> {
    const reason = action.hasReason ? await this.#askReason(item) : undefined;
    if ((await this.#readUnchanged(entry)) === null) return SETTLED;
    const result = await decide(this.#context, item, { state: action.state, reason });
    if (result === 'changed') return null;
    if (result === 'same') return SETTLED;
    entry.hadOpenReports ||= item.reports?.state === 'open';
    entry.state = action.state;
    this.#decided = [...this.#decided.filter((other) => other !== entry), entry];
    this.#context.print.note(`${nameOf(item, 'capital')}: ${action.done}.`);
    return action.done;
  }

  #settle(entry: Entry, outcome: string): Move {
    entry.outcome = outcome;
    if (outcome === SETTLED) this.#decided = this.#decided.filter((other) => other !== entry);
    return 'forward';
  }

  /** The record as it is now; null, with a note on the reason, when another moderator has decided or it was deleted. */
  async #readUnchanged({ waiting, state }: Entry): Promise<TriageItem | null> {
    const item = await readItem(this.#context, waiting);
    if (item?.state === (state ?? waitingState(waiting))) return item;
    const { note } = this.#context.print;
    if (item === null) note(`${nameOf(waiting, 'capital')} has been deleted.`);
    else note(`Another moderator has decided: ${nameOf(waiting)} is ${item.state}.`);
    return null;
  }

  async #askReason({ entityType }: Waiting): Promise<string | undefined> {
    const reader = entityType === 'review' ? 'author' : 'audit log';
    const reason = await this.#prompter.text({ message: `Reason for the ${reader} (optional):`, check: checkReason });
    return reason.trim() || undefined;
  }

  /** Takes the last decision back and returns to its record. A decision that another moderator has made since then stays, with a note. */
  async #undo(): Promise<void> {
    const { print } = this.#context;
    const last = this.#decided.pop();
    if (last === undefined) return print.note('There is no decision to take back.');
    const item = await this.#readUnchanged(last);
    if (item === null) return print.note('It stays as it is.');
    await takeBack(this.#context, item, last);
    const { waiting } = last;
    print.note(`${nameOf(waiting, 'capital')} is ${waitingState(waiting)} again.`);
    Object.assign(last, { outcome: null, state: null, hadOpenReports: false });
    this.#position = this.#history.indexOf(last);
  }

  #show(item: TriageItem, place: string): void {
    const { print } = this.#context;
    const title = nameOf(item, 'capital') + (item.queue === 'reports' ? ', reported' : '');
    const decided = item.state === waitingState(item) ? '' : `  ${item.state} by you`;
    print.lines(`\n${print.colors.bold(title)}  ${place}${decided}`);
    print.record(fieldsOf(print, item), item.content);
  }
}

function nameOf({ entityType, entityId }: Waiting, form: 'lower' | 'capital' = 'lower'): string {
  const name = `${entityType} ${entityId}`;
  return form === 'capital' ? name.charAt(0).toUpperCase() + name.slice(1) : name;
}
