import type { Command } from 'commander'
import given from './examples.json' with { type: 'json' }

/** One example for each command, by its words. */
export const examples: Readonly<Record<string, string>> = given

/** Adds the example to the help of a command and of those below it. */
export function withExamples(command: Command, words: string): Command {
  const example = examples[words]
  if (example !== undefined) command.addHelpText('after', `\nExample: travel ${`${words} ${example}`.trim()}\n`)
  for (const below of command.commands) withExamples(below, `${words} ${below.name()}`)
  return command
}
