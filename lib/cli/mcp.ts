import { once } from 'node:events'
import { Command, Option } from 'commander'
import { principalFrom, type Source, sources } from '#runner/contract/principal.ts'
import { notInstalled, requireSoundSkill } from './given-skill.ts'
import { withServices } from './with-services.ts'

type McpOptions = { readonly skill?: string[]; readonly source: Source }

/** `travel mcp`: offers the skills to a desktop client that starts this program. */
export const createMcpCommand = (): Command =>
  new Command('mcp')
    .description('serve the skills to an MCP client over standard input and output')
    .option('--skill <name...>', 'only these skills (default: all)')
    .addOption(
      new Option(
        '--source <source>',
        "where the client's requests count as coming from. Skills that run programs or send messages need main",
      )
        .choices(sources)
        .default('dm-approved'),
    )
    .action(async ({ skill, source }: McpOptions) => {
      const principal = principalFrom(source, { id: 'main', role: 'agent' })
      const caller = { principal, skills: skill === undefined ? ('all' as const) : new Set(skill) }
      for (const name of skill ?? []) await requireSoundSkill(name)
      await withServices({}, async ({ mcp, log, skills }) => {
        for (const name of skill ?? []) {
          if ((await skills.current(name)) === undefined) throw await notInstalled(name, skills)
        }
        const { serveStdio } = await import('@modelcontextprotocol/server/stdio')
        const handle = serveStdio(() => mcp.serverFor(caller), {
          onerror: (cause) => log.warn('an MCP request failed', { cause }),
        })
        // The client ends this program by closing its input.
        await Promise.race([once(process.stdin, 'close'), once(process.stdin, 'end')])
        await handle.close()
      })
    })
