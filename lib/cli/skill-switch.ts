import { Command } from 'commander'
import { commandLine } from '#lib/platform/server/auth/context.ts'
import { switchSkill } from '#lib/skills/server/registry/switch-skill.ts'
import { printableJson } from '#runner/core/printable-json.ts'
import { CommandFailure } from './expected-failure.ts'
import { notInstalled, requireSoundSkill } from './given-skill.ts'
import { withManaging } from './with-services.ts'

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
    .action(async (name: string, { json }: { json?: boolean }) => {
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
      process.stdout.write(
        json
          ? `${printableJson({ name, is_enabled: isEnabled }, 0)}\n`
          : `${name} is now ${isEnabled ? 'enabled' : 'disabled'}.\n`,
      )
    })
