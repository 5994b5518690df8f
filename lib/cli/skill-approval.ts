import { Command } from 'commander'
import { commandLine } from '#lib/platform/server/auth/context.ts'
import { changeApproval } from '#lib/skills/server/registry/change-approval.ts'
import { askersOf } from '#lib/skills/server/registry/compositions.ts'
import { type LoadedSkill, ownRelease } from '#runner/core/skill.ts'
import { askedOf, grantedIn, itemsOf } from '#runner/policy/policy-sets.ts'
import { CommandFailure, remedyFor } from './expected-failure.ts'
import { notInstalled } from './given-skill.ts'
import { askerWords, permissionWords } from './install-words.ts'
import { type JsonOption, printAnswer } from './terminal.ts'
import { withManaging } from './with-services.ts'

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
        printAnswer(
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
