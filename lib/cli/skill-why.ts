import { Command, Option } from 'commander'
import { findProfileScope } from '#lib/agents/server/profiles/read-profile.ts'
import { explainSkill } from '#lib/skills/server/invoking/explain-skill.ts'
import { type Source, sources } from '#runner/contract/principal.ts'
import { printableJson } from '#runner/core/json-or-not.ts'
import { shortName } from '#runner/core/quoted.ts'
import { CommandFailure } from './expected-failure.ts'
import { isPath, loadGivenSkill, neitherInstalledNorFolder, requireSoundSkill } from './given-skill.ts'
import { readableExplanation } from './readable-explanation.ts'
import { withManaging } from './with-services.ts'

export const createSkillWhyCommand = (): Command =>
  new Command('why')
    .description('explain what a skill may do and which rule denies the rest: a table on stdout')
    .argument('<skill>', 'the name of an installed skill, or the path of a skill folder')
    .addOption(new Option('--source <name>', 'where the request comes from').choices(sources).default('main'))
    .option('--profile <id>', 'an agent profile, prof_…, that makes the request')
    .option('--json', 'print one line of JSON')
    .action(async (skill: string, options: { source: Source; profile?: string; json?: boolean }) => {
      const { source } = options
      const given = isPath(skill) ? await loadGivenSkill(skill, false) : undefined
      if (given === undefined) await requireSoundSkill(skill)
      const name = given?.manifest.name ?? skill
      const explanation = await withManaging({}, async ({ db, clock, skills, config }) => {
        const current = (given && { skill: given, isEnabled: true }) ?? (await skills.current(name))
        if (!current) throw await neitherInstalledNorFolder(name, skills)
        const profile = await profileOf({ db, clock }, options.profile)
        return explainSkill(current.skill, { source, config, isEnabled: current.isEnabled, profile })
      })
      process.stdout.write(options.json ? `${printableJson(explanation, 0)}\n` : readableExplanation(explanation))
    })

async function profileOf(ports: Parameters<typeof findProfileScope>[0], id: string | undefined) {
  if (id === undefined) return undefined
  const found = await findProfileScope(ports, id)
  if (found) return found
  const newest = await ports.db.profile.findMany({ orderBy: { createdAt: 'desc' }, take: 5, select: { id: true } })
  const remedy =
    newest.length === 0
      ? 'agents create profiles with POST /profiles'
      : `the newest are ${newest.map((one) => one.id).join(', ')}`
  throw new CommandFailure(`--profile: there is no profile ${shortName(id)}: ${remedy}.`)
}
