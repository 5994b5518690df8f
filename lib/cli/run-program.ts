import { CommanderError } from 'commander'
import { CommandFailure, isExpectedFailure } from './expected-failure.ts'
import { createProgram } from './program.ts'

/**
 * Runs one command and sets the exit code of the process. Prints an expected failure as its message; a bug is thrown.
 *
 * @param given the arguments, such as `['skill', 'check', 'my-skill']`
 */
export async function runProgram(given: readonly string[]): Promise<void> {
  try {
    await (await createProgram(given)).parseAsync(given, { from: 'user' })
  } catch (error) {
    // Commander has already printed its message.
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
    else if (isExpectedFailure(error)) {
      process.stderr.write(`${error.message}\n`)
      process.exitCode = error instanceof CommandFailure ? error.exitCode : 1
    } else throw error
  }
}
