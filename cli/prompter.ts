import inquirer from 'inquirer';
import { interrupted } from './errors/errors.ts';
import type { Io } from './io.ts';
import { pressKey } from './press-key.ts';

/** Returns true, or the reason why an answer is wrong; the question is then asked again. */
export type AnswerCheck = (answer: string) => true | string;

/** Questions on the terminal. They appear on stderr, so that stdout holds data only. */
export interface Prompter {
  text(question: { message: string; initial?: string; check?: AnswerCheck }): Promise<string>;
  /** A line that is masked on the screen. */
  secret(question: { message: string; check?: AnswerCheck }): Promise<string>;
  confirm(question: { message: string; initial?: boolean }): Promise<boolean>;
  choose<T extends string>(question: Choice<T>): Promise<T>;
  /** One key, without Return. */
  key(question: KeyQuestion): Promise<string>;
}

interface KeyQuestion {
  readonly message: string;
  /** Each name begins with its key. */
  readonly choices: readonly { readonly key: string; readonly name: string }[];
}

interface Choice<T> {
  readonly message: string;
  readonly choices: readonly { name: string; value: T }[];
  readonly initial?: T;
}

export function createPrompter(io: Io): Prompter {
  const prompt = inquirer.createPromptModule({ input: io.stdin, output: io.stderr });
  const always = (): true => true;
  return {
    async text({ message, initial = '', check = always }) {
      const asked = prompt<{ answer: string }>({ type: 'input', name: 'answer', message, default: initial, validate: check });
      return (await orInterrupted(asked)).answer;
    },
    async secret({ message, check = always }) {
      const asked = prompt<{ answer: string }>({ type: 'password', name: 'answer', message, mask: '*', validate: check });
      return (await orInterrupted(asked)).answer;
    },
    async confirm({ message, initial = false }) {
      // the library's own question takes every typo for the default
      const question = `${message} (${initial ? 'Y/n' : 'y/N'})`;
      const asked = prompt<{ answer: string }>({ type: 'input', name: 'answer', message: question, validate: checkYesOrNo });
      const answer = (await orInterrupted(asked)).answer.trim();
      return answer === '' ? initial : /^y/i.test(answer);
    },
    async choose<T extends string>({ message, choices, initial }: Choice<T>) {
      const asked = prompt<{ answer: string }>({ type: 'select', name: 'answer', message, choices: [...choices], default: initial });
      const { answer } = await orInterrupted(asked);
      const chosen = choices.find(({ value }) => value === answer);
      if (chosen === undefined) throw new TypeError(`"${answer}" is none of the choices.`);
      return chosen.value;
    },
    async key({ message, choices }) {
      io.stderr.write(`${message} ${choices.map(({ key, name }) => `[${key}]${name.slice(1)}`).join('  ')} `);
      const pressed = await pressKey(
        io,
        choices.map(({ key }) => key),
      ).finally(() => io.stderr.write('\n'));
      return pressed;
    },
  };
}

function checkYesOrNo(answer: string): true | string {
  return /^(?:y(?:es)?|no?)?$/i.test(answer.trim()) || 'Type y for yes or n for no.';
}

/** Ctrl-C at a question ends the command like Ctrl-C anywhere else. */
async function orInterrupted<T>(asked: Promise<T>): Promise<T> {
  return asked.catch((error: unknown) => {
    throw error instanceof Error && error.name === 'ExitPromptError' ? interrupted() : error;
  });
}
