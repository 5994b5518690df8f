import { Command } from 'commander'
import { commandLine } from '#lib/platform/server/auth/context.ts'
import { changeApproval } from '#lib/skills/server/registry/change-approval.ts'
import { askersOf } from '#lib/skills/server/registry/inheritance.ts'
import { printableJson } from '#runner/core/printable-json.ts'
import { type LoadedSkill, ownRelease } from '#runner/core/skill.ts'
import { grantedIn, itemsOf } from '#runner/policy/policy-sets.ts'
import { askedOf } from '#runner/policy/policy-terms.ts'
import { CommandFailure, remedyFor } from './expected-failure.ts'
import { notInstalled } from './given-skill.ts'
import { askerWords, permissionWords } from './install-words.ts'
import { required, warnOfLock } from './skill-install.ts'
import { oneLine, printable } from './terminal.ts'
import { withManaging } from './with-services.ts'

type JsonOption = { json?: boolean }

const print = (options: JsonOption, value: unknown, text: string): void => {
  process.stdout.write(`${options.json ? printableJson(value, 0) : printable(text)}\n`)
}

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
      print(options, rows, lines.join('\n'))
    })

export const createSkillRemoveCommand = (): Command =>
  new Command('remove')
    .description('remove an installed skill, and what is here only because it needs it')
    .argument('<skill>', 'the name of an installed skill')
    .option('--json', 'print one line of JSON')
    .action(async (name: string, options: JsonOption) => {
      await withManaging({}, async ({ installer }) => {
        const { removed, lockProblem } = required(await installer.remove(commandLine, name))
        print(options, { removed }, `Removed: ${removed.join(', ')}.`)
        warnOfLock(installer, { lockProblem })
      })
    })

export const createSkillRollbackCommand = (): Command =>
  new Command('rollback')
    .description('return to the release that the last update of an installed skill replaced, with its approval')
    .argument('<skill>', 'the name of an installed skill')
    .option('--json', 'print one line of JSON')
    .action(async (name: string, options: JsonOption) => {
      await withManaging({}, async ({ installer }) => {
        const { from, to, lockProblem } = required(await installer.rollBack(commandLine, name))
        print(options, { name, from, to }, `${name} is now ${to} again (it was ${from}).`)
        warnOfLock(installer, { lockProblem })
      })
    })

export const createSkillVerifyCommand = (): Command =>
  new Command('verify')
    .description('compare the installed skills with skills.lock, without the network; exit code 1 if anything differs')
    .option('--json', 'print one line of JSON')
    .action(async (options: JsonOption) => {
      const differences = await withManaging({}, async ({ installer }) => required(await installer.verify()))
      const lines = differences.map(({ name, field, locked, installed }) =>
        oneLine(`${name}: ${field} is ${installed ?? 'absent'}, locked is ${locked ?? 'absent'}`),
      )
      print(options, differences, lines.length > 0 ? lines.join('\n') : 'The installed skills are as skills.lock says.')
      if (differences.length > 0) process.exitCode = 1
    })

/** `skill revoke` and `skill restore`. */
export const createSkillApprovalCommand = (isApproved: boolean): Command =>
  new Command(isApproved ? 'restore' : 'revoke')
    .description(
      isApproved
        ? 'give a permission back that was revoked from a skill'
        : 'revoke one permission of a skill: it keeps running, and gets an error that it can catch',
    )
    .argument('<skill>', 'the name of a skill')
    .argument('<permission...>', 'the permission as `skill inspect` shows it, like: network.egress api.example.com')
    .option('--json', 'print one line of JSON')
    .action(async (name: string, words: string[], options: JsonOption) => {
      const asked = words.join(' ')
      await withManaging({}, async (services) => {
        const { skill } = (await services.skills.current(name)) ?? {}
        if (skill === undefined) throw await notInstalled(name, services.skills)
        const all = declaredBy(skill)
        const found = all.find((one) => one.asked === asked)
        if (found === undefined) {
          const known = all.map((one) => one.asked)
          throw new CommandFailure(
            known.length === 0
              ? `${name} asks for no permission.`
              : `${name} does not ask for ${asked}: ${remedyFor(asked, known)}`,
          )
        }
        const { permission, item } = found
        const { permissions: inherited } = skill.manifest
        const { digest } = ownRelease(skill)
        const change = { digest, permission, item, isApproved, inherited }
        const done = await changeApproval(services, commandLine, change)
        if (!done.ok) throw new CommandFailure(done.error.message)
        services.skills.refresh()
        print(
          options,
          { name, permission: asked, is_approved: isApproved },
          `${name}: ${asked} is now ${isApproved ? 'approved' : 'revoked'}.`,
        )
      })
    })

/** The permissions that a skill asks for, and which of them are approved. */
export function declaredBy(skill: LoadedSkill) {
  const { manifest, approved } = skill
  return grantedIn(manifest.permissions).map(({ permission, item }) => ({
    permission,
    item,
    asked: askedOf({ permission, item }),
    is_approved: itemsOf(approved, permission).includes(item),
    from: askersOf(skill, askedOf({ permission, item })),
    words: `${permissionWords({ permission, item })}${askerWords(skill, { permission, item })}`,
  }))
}
