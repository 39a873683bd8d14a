import inquirer from 'inquirer';
import { interrupted } from './errors.ts';
import type { Io } from './io.ts';

/** Questions on the terminal; the only place that knows inquirer. They are asked on stderr, so that stdout stays data. */
export interface Prompter {
  /** A line; asked again until `check` answers true. */
  text(question: { message: string; initial?: string; check?: (answer: string) => true | string }): Promise<string>;
  /** A line that is not shown; asked again until `check` answers true. */
  secret(question: { message: string; check?: (answer: string) => true | string }): Promise<string>;
  confirm(question: { message: string; initial?: boolean }): Promise<boolean>;
  choose<T extends string>(question: { message: string; choices: readonly { name: string; value: T }[]; initial?: T }): Promise<T>;
}

export function createPrompter(io: Io): Prompter {
  const prompt = inquirer.createPromptModule({ input: io.stdin as NodeJS.ReadStream, output: io.stderr });
  const ask = async <T>(question: object): Promise<T> => {
    try {
      const { answer } = (await prompt([{ name: 'answer', ...question } as never])) as { answer: T };
      return answer;
    } catch (error) {
      throw error instanceof Error && error.name === 'ExitPromptError' ? interrupted() : error;
    }
  };
  return {
    text: ({ message, initial, check }) => ask<string>({ type: 'input', message, default: initial, validate: check }),
    secret: ({ message, check }) => ask<string>({ type: 'password', message, mask: '*', validate: check }),
    confirm: ({ message, initial = false }) => ask<boolean>({ type: 'confirm', message, default: initial }),
    choose: ({ message, choices, initial }) => ask({ type: 'select', message, choices: [...choices], default: initial }),
  };
}
