/** The environment is not usable. `message` lists every fault on its own line: the variable's name, never its value. */
export class ConfigError extends Error {
  /** One line each: `NAME: what is expected`. */
  readonly faults: string[];

  constructor(faults: readonly string[]) {
    super(['The configuration is not valid:', ...faults.map((fault) => `  ${fault}`)].join('\n'));
    this.name = 'ConfigError';
    this.faults = [...faults];
  }
}
