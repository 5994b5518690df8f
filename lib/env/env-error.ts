/** The environment is not usable. The message has one sentence for each bad variable: its name and the remedy. */
export class EnvError extends Error {
  override readonly name = 'EnvError'
  readonly code = 'ENVIRONMENT_INVALID'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}
