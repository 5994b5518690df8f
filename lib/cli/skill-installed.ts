import { Command } from 'commander'
import { commandLine } from '#lib/platform/server/auth/context.ts'
import { switchSkill } from '#lib/skills/server/registry/switch-skill.ts'
import { CommandFailure } from './expected-failure.ts'
import { notInstalled, requireSoundSkill } from './given-skill.ts'
import { required, warnOfLock } from './skill-install.ts'
import { type JsonOption, oneLine, printAnswer } from './terminal.ts'
import { withInstalling, withManaging } from './with-services.ts'

export const createSkillRemoveCommand = (): Command =>
  new Command('remove')
    .description('remove an installed skill, and what is here only because it needs it')
    .argument('<skill>', 'the name of an installed skill')
    .option('--json', 'print one line of JSON')
    .action(async (name: string, options: JsonOption) => {
      await withInstalling({}, async ({ installer }) => {
        const { removed, lockProblem } = required(await installer.remove(commandLine, name))
        printAnswer(options, { removed }, `Removed: ${removed.join(', ')}.`)
        warnOfLock(installer, { lockProblem })
      })
    })

export const createSkillRollbackCommand = (): Command =>
  new Command('rollback')
    .description('return to the release that the last update of an installed skill replaced, with its approval')
    .argument('<skill>', 'the name of an installed skill')
    .option('--json', 'print one line of JSON')
    .action(async (name: string, options: JsonOption) => {
      await withInstalling({}, async ({ installer }) => {
        const { from, to, fromTier, toTier, lockProblem } = required(await installer.rollBack(commandLine, name))
        const tiers =
          fromTier === toTier ? ['', ''] : [` in the tier ${toTier}`, ` in the tier ${fromTier ?? 'unknown'}`]
        printAnswer(
          options,
          { name, from, to, tier: toTier },
          `${name} is now ${to}${tiers[0]} again (it was ${from}${tiers[1]}).`,
        )
        warnOfLock(installer, { lockProblem })
      })
    })

export const createSkillVerifyCommand = (): Command =>
  new Command('verify')
    .description('compare the installed skills with skills.lock, without the network; exit code 1 if anything differs')
    .option('--json', 'print one line of JSON')
    .action(async (options: JsonOption) => {
      const differences = await withInstalling({}, async ({ installer }) => required(await installer.verify()))
      const lines = differences.map(({ name, field, locked, installed }) =>
        oneLine(`${name}: ${field} is ${installed ?? 'absent'}, locked is ${locked ?? 'absent'}`),
      )
      printAnswer(
        options,
        differences,
        lines.length > 0 ? lines.join('\n') : 'The installed skills are as skills.lock says.',
      )
      if (differences.length > 0) process.exitCode = 1
    })

export const createSkillListCommand = (): Command =>
  new Command('list')
    .description('list the skills of this instance, with version, tier, source and state')
    .option('--json', 'print one line of JSON')
    .action(async (options: JsonOption) => {
      const rows = await withManaging({}, async ({ skills }) =>
        (await skills.all()).map(({ skill, isEnabled, refusal }) => ({
          name: skill.manifest.name,
          version: skill.manifest.version,
          tier: skill.tier,
          source: skill.manifest.provenance.source,
          is_enabled: isEnabled,
          refusal: refusal ?? null,
        })),
      )
      const width = Math.max(0, ...rows.map(({ name }) => name.length))
      const lines = rows.map(({ name, version, tier, source, is_enabled, refusal }) => {
        const state = oneLine(refusal ?? '') || (is_enabled ? '' : 'disabled')
        return `${name.padEnd(width)}  ${version.padEnd(8)}  ${tier.padEnd(9)}  ${oneLine(source)}${state && `\n${' '.repeat(width + 2)}${state}`}`
      })
      printAnswer(options, rows, lines.join('\n'))
    })

/** `skill disable` and `skill enable`. */
export const createSkillSwitchCommand = (isEnabled: boolean): Command =>
  new Command(isEnabled ? 'enable' : 'disable')
    .description(
      isEnabled
        ? 'enable a disabled skill'
        : 'disable a skill, even in a running app: it cannot run and searches skip it until it is enabled',
    )
    .argument('<skill>', 'the name of an installed skill')
    .option('--json', 'print one line of JSON')
    .action(async (name: string, options: JsonOption) => {
      // A skill that is left out can be disabled, but not enabled: it would not run.
      if (isEnabled) await requireSoundSkill(name)
      await withManaging({}, async ({ db, audit, clock, skills }) => {
        // Loads the skill first, because a skill enters the database when it is loaded.
        const current = await skills.current(name)
        if (isEnabled && current?.refusal !== undefined) throw new CommandFailure(current.refusal)
        const isThere =
          (current !== undefined || !isEnabled) &&
          (await switchSkill({ db, audit, clock }, commandLine, name, isEnabled))
        if (!isThere) throw await notInstalled(name, skills)
      })
      printAnswer(options, { name, is_enabled: isEnabled }, `${name} is now ${isEnabled ? 'enabled' : 'disabled'}.`)
    })
