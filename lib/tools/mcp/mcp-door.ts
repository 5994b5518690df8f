import { randomUUID } from 'node:crypto'
import {
  type AuthInfo,
  createMcpHandler,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { LRUCache } from 'lru-cache'
import type { SkillChanges } from '#lib/registry/skill-changes.ts'
import type { ToolCaller } from '../skill-tools.ts'
import { createSubscriptionLimit } from './limit-subscriptions.ts'
import { createMcpServer, type McpPorts } from './mcp-server.ts'

export type McpDoorPorts = McpPorts & {
  readonly changes: Pick<SkillChanges, 'subscribe'>
  /** The most open sessions, of all keys and of one key. Absent: 200 and 20. */
  readonly mostSessions?: number
  readonly mostSessionsPerKey?: number
}

/** MCP over streamable HTTP, for callers whose key was checked. */
export type McpDoor = AsyncDisposable & {
  fetch(request: Request, caller: ToolCaller): Promise<Response>
  /** A server for one connection that does not use HTTP, such as standard input and output. */
  serverFor(caller: ToolCaller): Server
  /** The number of open sessions. */
  sessions(): number
}

type Session = {
  readonly transport: WebStandardStreamableHTTPServerTransport
  readonly server: Server
  /** The caller of the latest request. Each request reads its key again. */
  caller: ToolCaller
}

const maxRequestBodySize = 256 * 1024
const idleMs = 30 * 60_000
const mostSubscriptions = 200
const mostSubscriptionsPerKey = 20

/**
 * Clients of the 2026 protocol send self-contained requests. Older clients open a session, which stays in memory. The
 * number of sessions is limited, for all keys and for each: the longest idle one ends first, and its client can open
 * another.
 */
export function createMcpDoor(ports: McpDoorPorts): McpDoor {
  const { changes, log, mostSessions = 200, mostSessionsPerKey = 20 } = ports
  const limitSubscriptions = createSubscriptionLimit(mostSubscriptionsPerKey)
  const warn = (cause: Error) => log.warn('an MCP request failed', { cause })
  const sessions = new LRUCache<string, Session>({
    max: mostSessions,
    ttl: idleMs,
    updateAgeOnGet: true,
    dispose: ({ server }) => void server.close().catch(warn),
  })

  // The handler passes the AuthInfo object on unchanged. A request whose object has no entry is refused.
  const callers = new WeakMap<AuthInfo, ToolCaller>()
  const modern = createMcpHandler(
    ({ authInfo }) => {
      const caller = authInfo && callers.get(authInfo)
      if (caller === undefined) throw new Error('an MCP request has no caller')
      return createMcpServer(ports, () => caller)
    },
    { legacy: 'reject', onerror: warn, maxRequestBodySize, maxSubscriptions: mostSubscriptions },
  )

  const others = new Set<Server>()
  const stop = changes.subscribe(() => {
    modern.notify.toolsChanged()
    modern.notify.resourcesChanged()
    modern.notify.promptsChanged()
    sessions.purgeStale()
    for (const { server } of sessions.values()) tellChanges(server)
    for (const server of others) tellChanges(server)
  })

  /** Ends the longest idle sessions of a key that has the most it may have. */
  function makeRoom(key: string): void {
    const own = [...sessions.entries()].filter(([, { caller }]) => caller.principal.id === key)
    for (const [id] of own.slice(mostSessionsPerKey - 1)) sessions.delete(id)
  }

  async function begin(request: Request, caller: ToolCaller): Promise<Response> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize,
      onsessioninitialized: (id) => {
        makeRoom(caller.principal.id)
        sessions.set(id, session)
      },
      onsessionclosed: (id) => {
        sessions.delete(id)
      },
    })
    const session: Session = { transport, caller, server: createMcpServer(ports, () => session.caller) }
    await session.server.connect(transport)
    const response = await transport.handleRequest(request)
    // Without a valid handshake, no session remains.
    if (transport.sessionId === undefined || sessions.peek(transport.sessionId) === undefined)
      await session.server.close()
    return response
  }

  async function inSession(request: Request, caller: ToolCaller): Promise<Response> {
    const id = request.headers.get('mcp-session-id')
    if (id === null) return begin(request, caller)
    const session = sessions.get(id)
    // A session of another key gets the same answer as an unknown one.
    if (session === undefined || session.caller.principal.id !== caller.principal.id) return unknownSession()
    session.caller = caller
    return session.transport.handleRequest(request)
  }

  return {
    async fetch(request, caller) {
      if (await isLegacyRequest(request, undefined, { maxRequestBodySize })) return inSession(request, caller)
      const authInfo: AuthInfo = { token: '', clientId: caller.principal.id, scopes: [] }
      callers.set(authInfo, caller)
      const serve = (one: Request) => modern.fetch(one, { authInfo })
      // The handler refuses a request whose header differs from its body.
      const isSubscription = request.headers.get('mcp-method') === 'subscriptions/listen'
      return isSubscription ? limitSubscriptions(request, caller.principal.id, serve) : serve(request)
    },
    serverFor(caller) {
      const server = createMcpServer(ports, () => caller)
      others.add(server)
      server.onclose = () => void others.delete(server)
      return server
    },
    sessions: () => sessions.size,
    async [Symbol.asyncDispose]() {
      stop()
      sessions.clear()
      await modern.close()
    },
  }
}

function tellChanges(server: Server): void {
  const told = [server.sendToolListChanged(), server.sendResourceListChanged(), server.sendPromptListChanged()]
  // Sending fails for a connection without an open stream. The error is ignored.
  for (const one of told) one.catch(() => {})
}

const unknownSession = (): Response =>
  Response.json(
    { jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Session not found: initialize again.' } },
    { status: 404 },
  )
