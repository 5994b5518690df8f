import { Command } from 'commander'
import type { SourceStatus } from '#lib/travel/server/search/sources.ts'
import { type JsonOption, printAnswer } from './terminal.ts'
import { withRunning } from './with-services.ts'

export const createSkillSourcesCommand = (): Command =>
  new Command('sources')
    .description('list the providers, and what each needs to be asked')
    .option('--json', 'print one line of JSON')
    .action(async (options: JsonOption) => {
      const sources = await withRunning({}, ({ skills }) => skills.sourceStatuses())
      printAnswer(options, sources, sources.map(lineOf).join('\n'))
    })

const words = {
  configured: 'is configured',
  'not configured': 'is not configured',
  'stand-in': 'is replaced by a stand-in with generated data',
} as const

/** Without a trailing line break. */
export function lineOf({ skill, provider, state, missing }: SourceStatus): string {
  return [`${skill} (${provider}) ${words[state]}`, ...missing.map((why) => `  ${why}`)].join('\n')
}
