/** Every problem with the configuration, one line per value. */
export class SettingsError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(['The configuration is not valid:', ...problems.map((problem) => `  ${problem}`)].join('\n'));
    this.name = 'SettingsError';
    this.problems = Object.freeze([...problems]);
  }
}
