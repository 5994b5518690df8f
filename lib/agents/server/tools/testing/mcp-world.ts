import { type Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createRateLimits } from '#lib/platform/server/http/rate-limit.ts'
import { recordingLog } from '#runner/egress/testing/engine-fixture.ts'
import type { ToolCaller } from '../agents-view.ts'
import { createMcpDoor, type McpDoor, type McpDoorPorts } from '../mcp/mcp-door.ts'
import { agentCaller, type ToolWorld } from './tool-world.ts'

export type McpWorld = AsyncDisposable & {
  readonly door: McpDoor
  /** Announces that skills changed. */
  changed(): void
  /** Connects the client. `sent`: collects its requests. `headers`: what each of them also sends. */
  connect(
    client: Client,
    caller?: ToolCaller,
    sent?: Request[],
    headers?: Readonly<Record<string, string>>,
  ): Promise<Client>
}

/** The MCP entry point over a tool world, without a network. */
export function mcpWorld(
  world: ToolWorld,
  options: Partial<
    Pick<
      McpDoorPorts,
      'maxSessions' | 'maxSessionsPerKey' | 'handshakes' | 'tick' | 'limits' | 'log' | 'keys' | 'skills' | 'diskRoom'
    >
  > = {},
): McpWorld {
  const listeners = new Set<() => void>()
  const door = createMcpDoor({
    tools: world.tools,
    skills: { list: async () => world.skills, byDigest: world.source.byDigest },
    version: '1.0.0',
    log: recordingLog(),
    limits: createRateLimits(),
    diskRoom: { problem: () => undefined },
    keys: { watch: () => ({ [Symbol.dispose]() {} }) },
    changes: {
      subscribe(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
    ...options,
  })
  const clients: Client[] = []
  return {
    door,
    changed() {
      for (const listener of listeners) listener()
    },
    async connect(client, caller = agentCaller(), sent, headers = {}) {
      clients.push(client)
      const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
        fetch: async (url, init) => {
          const request = new Request(url, init)
          for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
          sent?.push(request.clone())
          return door.fetch(request, caller)
        },
      })
      await client.connect(transport)
      return client
    },
    async [Symbol.asyncDispose]() {
      for (const client of clients) await client.close()
      await door[Symbol.asyncDispose]()
    },
  }
}
