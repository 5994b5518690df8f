import { Command } from 'commander'
import type { Installer } from '#lib/skills/server/installing/installer.ts'
import type { Offered } from '#lib/skills/server/sources/source.ts'
import { printableJson } from '#runner/core/json-or-not.ts'
import { CommandFailure } from './expected-failure.ts'
import { planWords, problemLines } from './install-words.ts'
import { apply, required } from './skill-install.ts'
import { askSources } from './skill-search.ts'
import { untilInterrupted } from './terminal.ts'
import { withInstalling } from './with-services.ts'

export const createSkillBrowseCommand = (): Command =>
  new Command('browse')
    .description('look through the skills of sources in a terminal, see what each may do, and install it')
    .option('--source <source...>', 'where to look (default: the preset sources and those of travel.config.json)')
    .option('--json', 'print every offered skill as one line of JSON, without a terminal')
    .action(async ({ source, json = false }: { source?: string[]; json?: boolean }) => {
      if (!json && !(process.stdin.isTTY && process.stdout.isTTY)) {
        throw new CommandFailure('skill browse needs a terminal: use skill search, or add --json.', { exitCode: 2 })
      }
      using interrupt = untilInterrupted()
      const { signal } = interrupt
      await withInstalling({}, async ({ installer }) => {
        const offered = await askSources(installer, source, signal)
        if (json) return void process.stdout.write(`${printableJson(offered, 0)}\n`)
        if (offered.length === 0) throw new CommandFailure('The sources offer no skill.')
        const chosen = await choose(installer, offered, signal)
        if (chosen !== undefined) await apply(installer, required(await planOf(installer, chosen, signal)), {})
      })
    })

const planOf = (installer: Installer, { source, name }: Offered, signal: AbortSignal) =>
  installer.plan({ source, name, tier: 'untrusted', signal })

/** The skill that a person wants to install. `undefined`: none. */
async function choose(
  installer: Installer,
  offered: readonly Offered[],
  signal: AbortSignal,
): Promise<Offered | undefined> {
  // React checks more than a person needs, unless it is told not to before it is loaded.
  // biome-ignore lint/style/noProcessEnv: not a setting of the app
  Object.assign(process.env, { NODE_ENV: 'production' })
  const [{ render }, { createElement }, { BrowseView }] = await Promise.all([
    import('ink'),
    import('react'),
    import('./browse/browse-view.ts'),
  ])
  let chosen: Offered | undefined
  const leaving = new AbortController()
  const untilLeft = AbortSignal.any([signal, leaving.signal])
  let previews: Promise<unknown> = Promise.resolve()
  const textOf = async (offer: Offered): Promise<string> => {
    const planned = await planOf(installer, offer, untilLeft)
    if (!planned.ok) return problemLines(planned.problem)
    return planned.value.skills.length === 0 ? 'It is installed already.' : planWords(planned.value)
  }
  const preview = (offer: Offered): Promise<string> => {
    const text = textOf(offer).catch((cause: unknown) => `It could not be checked: ${String(cause)}`)
    previews = Promise.all([previews, text])
    return text
  }
  const view = createElement(BrowseView, {
    offered,
    preview,
    choose: (offer: Offered) => {
      chosen = offer
    },
    size: () => ({ rows: process.stdout.rows || 24, columns: process.stdout.columns || 80 }),
  })
  await render(view).waitUntilExit()
  // A person may leave while a skill is still fetched and checked, which needs the database.
  leaving.abort()
  await previews
  return chosen
}
