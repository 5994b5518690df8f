import { once } from 'node:events'
import { type WebSocket, WebSocketServer } from 'ws'

type Event = { readonly type: string; readonly [name: string]: unknown }

/** One connection to the fake server, seen from the server. */
export type Played = {
  /** Sends one event to the client. */
  say(event: Event): void
  /** The next event of this type from the client. Events before it are skipped; `seen` has all. */
  hear(type: string): Promise<Event>
  readonly seen: Event[]
  /** The client's request to connect. */
  readonly asked: { readonly path: string; readonly authorization: string }
  /** Cuts the connection without a close handshake. */
  cut(): void
  /** Resolves when the connection is closed. */
  readonly closed: Promise<unknown>
}

export type PlayedServer = AsyncDisposable & {
  readonly url: string
  /** Waits for the next connection. */
  connection(): Promise<Played>
  /** Refuses the next connections. */
  refuse(count: number): void
}

/** A local WebSocket server that plays sessions of the Realtime API. */
export async function playedServer(): Promise<PlayedServer> {
  let refusals = 0
  const verifyClient = () => {
    if (refusals === 0) return true
    refusals -= 1
    return false
  }
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', verifyClient })
  await once(server, 'listening')
  const waiting: Played[] = []
  const wanted: ((played: Played) => void)[] = []
  server.on('connection', (socket, { url: path = '', headers: { authorization = '' } }) => {
    const played = play(socket, { path, authorization })
    const want = wanted.shift()
    if (want) want(played)
    else waiting.push(played)
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server has no address')
  return {
    url: `ws://127.0.0.1:${address.port}`,
    connection: async () => waiting.shift() ?? new Promise((resolve) => wanted.push(resolve)),
    refuse(count) {
      refusals = count
    },
    async [Symbol.asyncDispose]() {
      for (const client of server.clients) client.terminate()
      server.close()
      await once(server, 'close')
    },
  }
}

function play(socket: WebSocket, asked: Played['asked']): Played {
  const seen: Event[] = []
  const unheard: Event[] = []
  const listeners = new Set<() => void>()
  socket.on('message', (data) => {
    const event: Event = JSON.parse(String(data))
    seen.push(event)
    unheard.push(event)
    for (const wake of listeners) wake()
  })
  const take = (type: string) => {
    const at = unheard.findIndex((event) => event.type === type)
    return at < 0 ? undefined : unheard.splice(0, at + 1).at(-1)
  }
  socket.send(JSON.stringify({ type: 'session.created', session: { id: 'sess_1' } }))
  return {
    seen,
    asked,
    say: (event) => socket.send(JSON.stringify(event)),
    cut: () => socket.terminate(),
    closed: once(socket, 'close'),
    hear(type) {
      return new Promise((resolve) => {
        const look = () => {
          const event = take(type)
          if (event === undefined) return
          listeners.delete(look)
          resolve(event)
        }
        listeners.add(look)
        look()
      })
    },
  }
}

type Call = { readonly id: string; readonly name: string; readonly arguments: object }

/** The events of a turn in which the model calls functions, with the arguments in pieces. */
export function turnOf(turn: string, calls: readonly Call[]): Event[] {
  const items = calls.map(({ id, name, arguments: given }) => ({
    type: 'function_call',
    id: `item_${id}`,
    call_id: id,
    name,
    arguments: JSON.stringify(given),
    status: 'completed',
  }))
  return [
    { type: 'response.created', response: { id: turn, status: 'in_progress', output: [] } },
    ...items.map((item) => ({
      type: 'response.output_item.added',
      response_id: turn,
      item: { ...item, arguments: '', status: 'in_progress' },
    })),
    ...items.flatMap(({ id, arguments: text }) =>
      (text.match(/.{1,7}/gs) ?? []).map((delta) => ({
        type: 'response.function_call_arguments.delta',
        response_id: turn,
        item_id: id,
        delta,
      })),
    ),
    ...items.flatMap((item) => [
      { type: 'response.function_call_arguments.done', response_id: turn, item_id: item.id, arguments: item.arguments },
      { type: 'response.output_item.done', response_id: turn, item },
    ]),
    { type: 'response.done', response: { id: turn, status: 'completed', output: items } },
  ]
}
