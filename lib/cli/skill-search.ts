import { Command } from 'commander'
import { travelCommand } from '#lib/platform/server/env/travel-command.ts'
import { matching } from '#lib/skills/model/matching.ts'
import type { Installer } from '#lib/skills/server/installing/installer.ts'
import type { Offered } from '#lib/skills/server/sources/source.ts'
import { sourceWords } from '#lib/skills/server/sources/source-refusal.ts'
import { printableJson } from '#runner/core/json-or-not.ts'
import { CommandFailure } from './expected-failure.ts'
import { fromWorkingDir, oneLine, printable, untilInterrupted, whileShowing } from './terminal.ts'
import { withInstalling } from './with-services.ts'

type SearchOptions = { source?: string[]; json?: boolean }

const maxShown = 50

export const createSkillSearchCommand = (): Command =>
  new Command('search')
    .description(
      'find skills by words in their names and descriptions; without a connection, in what sources offered before',
    )
    .argument('[word...]', 'all of these words must be found (default: everything)')
    .option('--source <source...>', 'where to search (default: the preset sources and those of travel.config.json)')
    .option('--json', 'print one line of JSON')
    .action(async (words: string[], { source: given, json = false }: SearchOptions) => {
      using interrupt = untilInterrupted()
      await withInstalling({}, async ({ installer }) => {
        const found = matching(await askSources(installer, given, interrupt.signal), words)
        if (json) process.stdout.write(`${printableJson(found, 0)}\n`)
        else process.stdout.write(printable(readable(found)))
      })
    })

/** What sources offer, by default the configured ones. Says on standard error which one could not be asked. */
export async function askSources(
  installer: Pick<Installer, 'shelf' | 'searched'>,
  given: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<readonly (Offered & { readonly age_ms: number })[]> {
  const found: (Offered & { readonly age_ms: number })[] = []
  for (const text of given ?? installer.searched) {
    const shelf = await whileShowing(`Asking ${text}`, () => installer.shelf(fromWorkingDir(text), signal))
    if (shelf === undefined)
      throw new CommandFailure(
        `--source: ${text} is not a source: use one of ${installer.searched.join(', ')}, or write one like github:owner/repo.`,
        { exitCode: 2 },
      )
    const { refusal, ageMs } = shelf
    if (refusal !== undefined) {
      const { message, remedy } = sourceWords(refusal)
      const kept = shelf.offered.length > 0 ? ` Shown is what it offered ${ageWords(ageMs)} ago.` : ` ${remedy}`
      process.stderr.write(`${oneLine(`${text}: ${message}${kept}`)}\n`)
      if (shelf.offered.length === 0) process.exitCode = refusal.code === 'SOURCE_UNAVAILABLE' ? 3 : 1
    }
    found.push(...shelf.offered.map((one) => ({ ...one, age_ms: ageMs })))
  }
  return found
}

function readable(found: readonly Offered[]): string {
  if (found.length === 0) return 'No skill was found.\n'
  const lines = found.slice(0, maxShown).map(({ name, version = '', author, description, source, installs }) => {
    const facts = [version, oneLine(author ?? ''), installs === undefined ? '' : `${installs} installs`].filter(
      (fact) => fact !== '',
    )
    return `${oneLine(name)}  ${facts.join(', ')}\n    ${oneLine(description).slice(0, 160)}\n    ${travelCommand(`skill install ${shellWord(printable(source))}`)}\n`
  })
  const more = found.length - maxShown
  return [...lines, ...(more > 0 ? [`and ${more} more: add a word.\n`] : [])].join('')
}

/** A text as one word of a shell, which people copy. The folders of a stranger's repository can have any name. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./#^-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

function ageWords(ageMs: number): string {
  const hours = Math.round(ageMs / 3_600_000)
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`
}
