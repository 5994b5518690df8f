import { randomUUID } from 'node:crypto'
import {
  type AuthInfo,
  createMcpHandler,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { LRUCache } from 'lru-cache'
import type { SkillChanges } from '#lib/skills/server/registry/skill-changes.ts'
import { endWithKey, type KeyWatch } from '../../keys/key-watch.ts'
import type { ToolCaller } from '../agents-view.ts'
import { createSubscriptionLimit, tooMany, untilEnded } from './limit-subscriptions.ts'
import { createMcpServer, type McpPorts } from './mcp-server.ts'
import type { SessionStore } from './session-store.ts'

export type McpDoorPorts = McpPorts & {
  readonly changes: Pick<SkillChanges, 'subscribe'>
  /** Ends the streams of keys that are no longer valid. */
  readonly keys: Pick<KeyWatch, 'watch'>
  /** Lets another process go on with a session. Absent: only this one can. */
  readonly handshakes?: SessionStore
  /** The most open sessions, of all keys and of one key. Absent: 200 and 20. */
  readonly maxSessions?: number
  readonly maxSessionsPerKey?: number
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
  /** The number of its calls that are not answered completely. */
  running: number
}

const maxRequestBodySize = 256 * 1024
const idleMs = 30 * 60_000
const maxSubscriptions = 200
const maxSubscriptionsPerKey = 20

/**
 * Clients of the 2026 protocol send self-contained requests. Older clients open a session, which stays in memory; another
 * process goes on with it by its handshake. The number of sessions is limited, for all keys and for each: the longest idle
 * one ends first, and its client can open another. A session with a running call does not end for another one.
 */
export function createMcpDoor(ports: McpDoorPorts): McpDoor {
  const { changes, keys, log, handshakes, maxSessions = 200, maxSessionsPerKey = 20 } = ports
  const limitSubscriptions = createSubscriptionLimit(maxSubscriptionsPerKey)
  const warn = (cause: Error) => log.warn('an MCP request failed', { cause })
  const sessions = new LRUCache<string, Session>({
    // One more than `makeRoom` leaves, which ends the right one itself.
    max: maxSessions + 1,
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
    { legacy: 'reject', onerror: warn, maxRequestBodySize, maxSubscriptions: maxSubscriptions },
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

  /** Ends the longest idle session if the key or all keys have the most they may have. False if none is idle. */
  function makeRoom(key: string): boolean {
    const all = [...sessions.entries()].toReversed()
    const own = all.filter(([, { caller }]) => caller.principal.id === key)
    const full = own.length >= maxSessionsPerKey ? own : all.length >= maxSessions ? all : undefined
    const idle = full?.find(([, { running }]) => running === 0)
    if (idle !== undefined) sessions.delete(idle[0])
    return full === undefined || idle !== undefined
  }

  /** Opens a session with a handshake. `known`: the id of a session that another process began. */
  async function begin(request: Request, caller: ToolCaller, known?: string): Promise<Response> {
    let hasRoom = true
    const handshake = known === undefined ? request.clone() : undefined
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => known ?? randomUUID(),
      maxRequestBodySize,
      async onsessioninitialized(id) {
        hasRoom = makeRoom(caller.principal.id)
        if (!hasRoom) return
        sessions.set(id, session)
        if (handshake) await handshakes?.keep(id, caller.principal.id, await handshake.text())
      },
      async onsessionclosed(id) {
        sessions.delete(id)
        await handshakes?.drop(id)
      },
    })
    const session: Session = { transport, caller, running: 0, server: createMcpServer(ports, () => session.caller) }
    await session.server.connect(transport)
    const response = await transport.handleRequest(request)
    // Without a valid handshake, no session remains.
    if (transport.sessionId === undefined || sessions.peek(transport.sessionId) === undefined)
      await session.server.close()
    return hasRoom ? response : tooMany('Every session that this key may have is in use. End one first.')
  }

  /** Repeats the handshake of a session that another process began. */
  async function resume(request: Request, caller: ToolCaller, id: string): Promise<void> {
    const handshake = await handshakes?.find(id, caller.principal.id)
    if (handshake === undefined) return
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const again = new Request(request.url, { method: 'POST', headers, body: handshake })
    await (await begin(again, caller, id)).text()
  }
  const resuming = new Map<string, Promise<void>>()
  async function sessionOf(request: Request, caller: ToolCaller, id: string): Promise<Session | undefined> {
    const session = sessions.get(id)
    if (session !== undefined || handshakes === undefined) return session
    const resumed = resuming.get(id) ?? resume(request, caller, id).finally(() => resuming.delete(id))
    resuming.set(id, resumed)
    await resumed
    return sessions.get(id)
  }

  async function inSession(request: Request, caller: ToolCaller): Promise<Response> {
    const id = request.headers.get('mcp-session-id')
    if (id === null) return begin(request, caller)
    const session = await sessionOf(request, caller, id)
    // A session of another key gets the same answer as an unknown one.
    if (session === undefined || session.caller.principal.id !== caller.principal.id) return unknownSession()
    session.caller = caller
    // The stream for notifications is open as long as the client is connected, so it is no use of the session.
    if (request.method !== 'POST') return session.transport.handleRequest(request)
    session.running += 1
    return untilEnded(
      request,
      (one) => session.transport.handleRequest(one),
      () => {
        session.running -= 1
        // A session is idle since its last call ended.
        sessions.get(id)
      },
    )
  }

  async function answer(request: Request, caller: ToolCaller): Promise<Response> {
    if (await isLegacyRequest(request, undefined, { maxRequestBodySize })) return inSession(request, caller)
    const authInfo: AuthInfo = { token: '', clientId: caller.principal.id, scopes: [] }
    callers.set(authInfo, caller)
    const serve = (one: Request) => modern.fetch(one, { authInfo })
    // The handler refuses a request whose header differs from its body.
    const isSubscription = request.headers.get('mcp-method') === 'subscriptions/listen'
    return isSubscription ? limitSubscriptions(request, caller.principal.id, serve) : serve(request)
  }

  return {
    fetch: async (request, caller) => endWithKey(await answer(request, caller), caller.principal.id, keys),
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
