/** The environment cannot be used. `message` lists every fault, one line each, by the variable's name and never with its value. */
export class ConfigError extends Error {
  /** One line each: `NAME: what is expected`. */
  readonly faults: string[];

  constructor(faults: readonly string[]) {
    super(['The configuration is not valid:', ...faults.map((fault) => `  ${fault}`)].join('\n'));
    this.name = 'ConfigError';
    this.faults = [...faults];
  }
}
