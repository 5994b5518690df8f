import { Command } from 'commander'
import { type JsonOption, printAnswer } from './print-answer.ts'
import { oneLine } from './terminal.ts'
import { withManaging } from './with-services.ts'

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
