import { text } from 'node:stream/consumers'
import { Command, Option } from 'commander'
import type { AgentSkillView } from '#lib/agents/model/agent-skill-schema.ts'
import { commandLine } from '#lib/platform/server/auth/context.ts'
import { tiers } from '#runner/contract/operations/descriptor.ts'
import { problemOf } from './agent-key.ts'
import { CommandFailure } from './expected-failure.ts'
import { withServices } from './with-services.ts'

type SetOptions = {
  readonly release?: string
  readonly tier?: string
  readonly off?: boolean
  readonly limits?: string
  readonly permissions?: string
}

/** `agent-skill set`, `secret`, `list` and `reset`. */
export const createAgentSkillCommand = (): Command => {
  const command = new Command('agent-skill').description('restrict what one agent may do with one skill')
  command
    .command('set')
    .description('replace the rule of an agent for a skill; what the options leave out is not restricted')
    .argument('<slug>', "the agent's name, as in agent-key create")
    .argument('<skill>', "the skill's name")
    .option('--release <version>', 'keep this version or digest, also when the skill is updated')
    .addOption(new Option('--tier <tier>', 'run the skill as one of this tier, if its own is higher').choices(tiers))
    .option('--off', 'the agent may not use the skill')
    .option('--limits <json>', 'the highest limits, in the words of skill.yaml: \'{"timeout_ms":5000}\'')
    .option(
      '--permissions <json>',
      'the most permissions, in the words of skill.yaml: \'{"network":{"egress":["api.example.com"]}}\'',
    )
    .action(async (slug: string, skill: string, options: SetOptions) => {
      const { release, tier, off, limits, permissions } = options
      const rule = {
        ...(release === undefined ? {} : { release }),
        ...(tier === undefined ? {} : { tier }),
        ...(off ? { enabled: false } : {}),
        ...(limits === undefined ? {} : { limits: jsonOf('--limits', limits) }),
        ...(permissions === undefined ? {} : { permissions: jsonOf('--permissions', permissions) }),
      }
      const set = await withServices({}, ({ agentSkills }) => agentSkills.set(commandLine, slug, skill, rule))
      if (!set.ok) throw new CommandFailure(problemOf(set.error))
      process.stdout.write(`${lineOf(set.value)}\n`)
    })
  command
    .command('secret')
    .description('set the value of a secret that a skill gets for this agent alone, from standard input')
    .argument('<slug>', "the agent's name")
    .argument('<skill>', "the skill's name")
    .argument('<name>', 'the name of the secret, as in skill.yaml')
    .option('--remove', 'remove the value: for this agent, the skill then gets none, until the rule is reset')
    .action(async (slug: string, skill: string, name: string, { remove }: { readonly remove?: boolean }) => {
      const value = remove ? null : await valueFromInput()
      const set = await withServices({}, ({ agentSecrets }) =>
        agentSecrets.set(commandLine, slug, skill, { name, value }),
      )
      if (!set.ok) throw new CommandFailure(problemOf(set.error))
      process.stdout.write(
        remove
          ? `${slug} gets no ${name} for ${skill}.\n`
          : `${slug} has a value of its own of ${name} for ${skill}.\n`,
      )
    })
  command
    .command('list')
    .description('list the rules of an agent')
    .argument('<slug>', "the agent's name")
    .action(async (slug: string) => {
      const all = await withServices({}, ({ agentSkills }) => agentSkills.list(slug))
      process.stdout.write(all.length === 0 ? `${slug} has no rules.\n` : `${all.map(lineOf).join('\n')}\n`)
    })
  command
    .command('reset')
    .description('remove the rule of an agent for a skill, with the values of its own secrets')
    .argument('<slug>', "the agent's name")
    .argument('<skill>', "the skill's name")
    .action(async (slug: string, skill: string) => {
      const reset = await withServices({}, ({ agentSkills }) => agentSkills.reset(commandLine, slug, skill))
      if (!reset.ok) throw new CommandFailure(reset.error.message)
      process.stdout.write(`${slug} may use ${skill} as its keys allow.\n`)
    })
  return command
}

function jsonOf(option: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CommandFailure(`${option}: must be JSON.`)
  }
}

/** Not an argument: other programs of the machine can read those. Without the line break at its end. */
async function valueFromInput(): Promise<string> {
  if (process.stdin.isTTY) {
    throw new CommandFailure('Pass the value on standard input, for example from a file: … < value.txt', {
      exitCode: 2,
    })
  }
  return (await text(process.stdin)).replace(/\r?\n$/, '')
}

function lineOf({ skill, version, rule, own_values }: AgentSkillView): string {
  const { enabled, tier, limits, permissions, own_secrets = [] } = rule
  const facts = [
    ...(enabled === false ? ['off'] : []),
    ...(version === null ? [] : [`keeps ${version}`]),
    ...(tier === undefined ? [] : [`at most tier ${tier}`]),
    ...(limits === undefined ? [] : [`limits ${JSON.stringify(limits)}`]),
    ...(permissions === undefined ? [] : [`permissions ${JSON.stringify(permissions)}`]),
    ...own_secrets.map((name) => (own_values.includes(name) ? `its own ${name}` : `no ${name}`)),
  ]
  return `${skill}  ${facts.length === 0 ? 'not restricted' : facts.join(', ')}`
}
