import { Command, Option } from 'commander'
import type { AgentKeyView } from '#lib/agents/model/agent-key-schema.ts'
import { commandLine } from '#lib/platform/server/auth/context.ts'
import type { ErrorBody } from '#runner/contract/errors.ts'
import { type Source, sources } from '#runner/contract/principal.ts'
import { CommandFailure } from './expected-failure.ts'
import { withAgentKeys } from './with-services.ts'

type CreateOptions = {
  readonly skill?: string[]
  readonly allSkills?: boolean
  readonly source?: Source
  readonly description?: string
  readonly expiresInDays?: string
}

/** `agent-key create`, `list` and `revoke`. */
export const createAgentKeyCommand = (): Command => {
  const command = new Command('agent-key').description('manage the keys with which agents call skills')
  command
    .command('create')
    .description('create a key and print it; it is shown only this once')
    .argument('<slug>', "the agent's name in addresses: /api/agents/<slug>/tools")
    .option('--skill <name...>', 'the skills that it may call')
    .option('--all-skills', 'let it call every enabled skill, also those added later')
    .addOption(new Option('--source <source>', 'where its requests come from (default: dm-unknown)').choices(sources))
    .option('--description <text>', 'what the key is for')
    .option('--expires-in-days <days>', 'end the key after this time')
    .action(async (slug: string, options: CreateOptions) => {
      const { skill = [], allSkills = false, source, description, expiresInDays } = options
      const input = {
        slug,
        skills: allSkills ? ['*'] : skill,
        ...(source === undefined ? {} : { source }),
        ...(description === undefined ? {} : { description }),
        ...(expiresInDays === undefined ? {} : { expires_in_days: Number(expiresInDays) }),
      }
      const made = await withAgentKeys({}, (agentKeys) => agentKeys.create(commandLine, input))
      if (!made.ok) throw new CommandFailure(problemOf(made.error))
      process.stdout.write(`${made.value.key}\n`)
      process.stderr.write(`${lineOf(made.value)}\nKeep the key: it is not shown again.\n`)
    })
  command
    .command('list')
    .description('list the keys, without their values')
    .action(async () => {
      const all = await withAgentKeys({}, (agentKeys) => agentKeys.list())
      process.stdout.write(all.length === 0 ? 'There are no agent keys.\n' : `${all.map(lineOf).join('\n')}\n`)
    })
  command
    .command('revoke')
    .description('end a key at once')
    .argument('<id>', 'the id of the key, from `agent-key list`')
    .action(async (id: string) => {
      const revoked = await withAgentKeys({}, (agentKeys) => agentKeys.revoke(commandLine, id))
      if (!revoked.ok) throw new CommandFailure(revoked.error.message)
      process.stdout.write(`${lineOf(revoked.value)}\n`)
    })
  return command
}

/** The arguments and options that set the fields of a key. */
const optionOf: Readonly<Record<string, string>> = {
  slug: '<slug>',
  skills: '--skill',
  source: '--source',
  description: '--description',
  expires_in_days: '--expires-in-days',
}

/** Why a key was not created. Names the options that the person can change, not the fields. */
export function problemOf({ message, details = {} }: ErrorBody): string {
  const problems = Object.entries(details).map(([path, problem]) => {
    const [field = ''] = path.split('.')
    return `${optionOf[field] ?? path}: ${problem}.`.replace(/\?\.$/, '?')
  })
  return problems.length === 0 ? message : problems.join('\n')
}

function lineOf({ id, slug, state, source, skills, expires_at, last_used_at }: AgentKeyView): string {
  const names = skills.includes('*') ? 'all skills' : skills.join(', ')
  const used = last_used_at === null ? 'never used' : `last used ${last_used_at}`
  const until = expires_at === null ? '' : `, expires ${expires_at}`
  return `${id}  ${slug}  ${state}  ${source}  ${names}  ${used}${until}`
}
