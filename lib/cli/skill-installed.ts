import { Command } from 'commander'
import { commandLine } from '#lib/platform/server/auth/context.ts'
import { type JsonOption, printAnswer } from './print-answer.ts'
import { required, warnOfLock } from './skill-install.ts'
import { oneLine } from './terminal.ts'
import { withInstalling } from './with-services.ts'

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
