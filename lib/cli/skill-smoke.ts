import { Command } from 'commander'
import { commandLine } from '#lib/platform/server/auth/context.ts'
import type { SkillInput, SkillOutput } from '#runner/contract/skill-io.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { hasCredentials } from '#runner/run/admit.ts'
import { readExamples } from '../skills/server/invoking/skill-example.ts'
import { CommandFailure } from './expected-failure.ts'
import { notInstalled, requireSoundSkill } from './given-skill.ts'
import { lineOf } from './skill-sources.ts'
import { type JsonOption, printAnswer } from './terminal.ts'
import { withRunning } from './with-services.ts'

/** Queries the real provider once. Without a key, the command sends no request, reports that and exits with 0. */
export const createSkillSmokeCommand = (): Command =>
  new Command('smoke')
    .description('ask the real provider of a skill once, if its key is set')
    .argument('<skill>', 'the name of an installed skill')
    .option('--json', 'print one line of JSON')
    .action(async (name: string, options: JsonOption) => {
      await requireSoundSkill(name)
      const told = await withRunning({ sample: 'off' }, async (running) => {
        const { skills, sourceStatuses: sources } = running.skills
        const { runner } = running.executions
        const { clock } = running.foundation
        const current = await skills.current(name)
        if (current === undefined) throw await notInstalled(name, skills)
        const input = await smokeInput(current.skill, clock.now())
        if (input === undefined) throw new CommandFailure(`${name} has neither a search nor an example to try.`)
        const admitted = await runner.admit(name, input, { principal: commandLine.principal })
        if (admitted.kind === 'refused')
          throw new CommandFailure(`${name}: ${admitted.error.message} ${admitted.reason}`)
        if (!hasCredentials(admitted)) {
          const status = (await sources()).find(({ skill }) => skill === name)
          const why = status === undefined ? `${name} is not configured` : lineOf(status)
          return { text: `${why}\nThe smoke test did not run.`, isFailure: false }
        }
        return summaryOf(await runner.run(admitted))
      })
      printAnswer(options, { name, succeeded: !told.isFailure, text: told.text }, told.text)
      if (told.isFailure) process.exitCode = 1
    })

/** No results on a busy route are a failure too: the skill may no longer understand the provider's answer. */
export function summaryOf(output: SkillOutput): { readonly text: string; readonly isFailure: boolean } {
  const head = [output.skill, output.version].filter(Boolean).join(' ')
  if (output.status === 'error')
    return { text: `${head}: ${output.error.code}, ${output.error.message}`, isFailure: true }
  if (output.status !== 'success') return { text: `${head}: asks for a confirmation`, isFailure: true }
  const { results, metadata } = output
  const { source_api = 'its provider', query_time_ms, data = 'test', partial } = metadata
  const count = `${results.length} ${results.length === 1 ? 'result' : 'results'}`
  const text = `${head}: ${count} of ${data} data from ${source_api} in ${query_time_ms} ms${partial ? ', some left out' : ''}`
  return { text, isFailure: results.length === 0 }
}

const dayMs = 86_400_000
const dayAfter = (nowMs: number, days: number) => new Date(nowMs + days * dayMs).toISOString().slice(0, 10)

/** For each capability, a search for which every provider should have results on any day. */
const searches: Readonly<Record<string, (nowMs: number) => SkillInput>> = {
  'C-FLIGHT-SEARCH': (nowMs) => ({
    action: 'search_flights',
    params: { origin: 'LHR', destination: 'JFK', date: dayAfter(nowMs, 42), adults: 1, currency: 'USD' },
    config: { max_results: 10 },
  }),
  'C-HOTEL-SEARCH': (nowMs) => ({
    action: 'search_hotels',
    params: {
      place: 'PAR',
      lat: 48.853,
      lon: 2.349,
      time_zone: 'Europe/Paris',
      check_in: dayAfter(nowMs, 42),
      check_out: dayAfter(nowMs, 44),
      currency: 'EUR',
    },
    config: { max_results: 10 },
  }),
}

/** The input of a skill's smoke test: a search of its capability, or else its first example. Undefined: no input. */
async function smokeInput(
  { manifest, folder }: Pick<LoadedSkill, 'manifest' | 'folder'>,
  nowMs: number,
): Promise<SkillInput | undefined> {
  const search = searches[manifest.capability ?? '']
  if (search !== undefined) return search(nowMs)
  const [first] = (await readExamples(folder)).flatMap((read) => (read.ok ? [read.example.input] : []))
  return first
}
