import { formatProblem, type ManifestProblem } from '#runner/manifest/manifest-problem.ts'

/** The configuration file is unusable. The message has one line for each problem: file, line, field and remedy. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly code = 'CONFIG_INVALID'
  readonly problems: readonly ManifestProblem[]

  constructor(problems: readonly ManifestProblem[]) {
    super(problems.map(formatProblem).join('\n'))
    this.problems = problems
  }
}
