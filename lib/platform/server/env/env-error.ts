/** The environment is unusable. The message has one sentence for each bad variable, with its name and the remedy. */
export class EnvError extends Error {
  override readonly name = 'EnvError'
  readonly code = 'ENVIRONMENT_INVALID'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}
