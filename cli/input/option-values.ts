/**
 * Typed access to the options that commander parsed, by their camel-case names. Commander checks what the user types; a value of another
 * type is a mistake in the definition of the command, and throws.
 */
export class OptionValues {
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(values: Readonly<Record<string, unknown>>) {
    this.#values = values;
  }

  /** Whether a flag such as `--yes` is given. */
  has(name: string): boolean {
    return this.#values[name] === true;
  }

  /** Whether the negated form is given: `--no-color` for `color`. */
  isNegated(name: string): boolean {
    return this.#values[name] === false;
  }

  /** The value of two opposite flags: true for `on`, false for `off`, undefined for neither. */
  either(on: string, off: string): boolean | undefined {
    if (this.has(off)) return false;
    return this.has(on) ? true : undefined;
  }

  text(name: string): string | undefined {
    const value = this.#values[name];
    return value === undefined || typeof value === 'string' ? value : this.#mismatch(name);
  }

  number(name: string): number | undefined {
    const value = this.#values[name];
    return value === undefined || typeof value === 'number' ? value : this.#mismatch(name);
  }

  /** One of the values that the option is defined with. */
  choice<T extends string>(name: string, choices: readonly T[]): T | undefined {
    const text = this.text(name);
    return text === undefined ? undefined : (choices.find((choice) => choice === text) ?? this.#mismatch(name));
  }

  /** The values of an option that accepts several. */
  texts(name: string): string[] | undefined {
    const value = this.#values[name];
    if (value === undefined) return undefined;
    return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : this.#mismatch(name);
  }

  /** Several of the values that the option is defined with. */
  choices<T extends string>(name: string, choices: readonly T[]): T[] | undefined {
    return this.texts(name)?.map((text) => choices.find((choice) => choice === text) ?? this.#mismatch(name));
  }

  #mismatch(name: string): never {
    throw new TypeError(`The option "${name}" is defined with another type than its command reads.`);
  }
}
