import * as z from 'zod'

const Message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('call'), id: z.int(), name: z.string(), params: z.unknown().optional() }),
  z.object({ kind: z.literal('result'), id: z.int(), result: z.unknown().optional() }),
  z.object({ kind: z.literal('failed'), id: z.int(), message: z.string() }),
  z.object({ kind: z.literal('abort'), id: z.int() }),
])
type Message = z.infer<typeof Message>

/** What the other process may call. The signal aborts when the other process no longer waits for the result. */
export type Handlers = Readonly<Record<string, (params: unknown, signal: AbortSignal) => unknown>>

export type Peer = {
  /** Calls a function of the other process. Rejects with its error message, or when the other process has ended. */
  call(name: string, params: unknown, signal?: AbortSignal): Promise<unknown>
  receive(message: unknown): void
  /** The other process has ended: rejects all calls that wait. */
  ended(cause: Error): void
}

/** One side of two processes that call each other's functions. Both run code of this project. */
export function createPeer(send: (message: Message) => void, handlers: Handlers): Peer {
  const waiting = new Map<number, { resolve(result: unknown): void; reject(cause: Error): void }>()
  const running = new Map<number, AbortController>()
  let lastId = 0
  let endCause: Error | undefined

  async function answer(id: number, name: string, params: unknown): Promise<void> {
    const controller = new AbortController()
    running.set(id, controller)
    try {
      const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined
      if (handler === undefined) throw new TypeError(`there is no function ${name}`)
      send({ kind: 'result', id, result: await handler(params, controller.signal) })
    } catch (cause) {
      send({ kind: 'failed', id, message: cause instanceof Error ? cause.message : String(cause) })
    } finally {
      running.delete(id)
    }
  }

  return {
    async call(name, params, signal) {
      if (endCause) throw endCause
      lastId += 1
      const id = lastId
      const abort = () => send({ kind: 'abort', id })
      try {
        return await new Promise((resolve, reject) => {
          waiting.set(id, { resolve, reject })
          send({ kind: 'call', id, name, params })
          signal?.addEventListener('abort', abort)
          if (signal?.aborted) abort()
        })
      } finally {
        waiting.delete(id)
        signal?.removeEventListener('abort', abort)
      }
    },
    receive(received) {
      const message = Message.parse(received)
      switch (message.kind) {
        case 'call':
          void answer(message.id, message.name, message.params)
          break
        case 'result':
          waiting.get(message.id)?.resolve(message.result)
          break
        case 'failed':
          waiting.get(message.id)?.reject(new Error(message.message))
          break
        case 'abort':
          running.get(message.id)?.abort()
          break
      }
    },
    ended(cause) {
      endCause = cause
      for (const { reject } of waiting.values()) reject(cause)
      for (const controller of running.values()) controller.abort()
    },
  }
}
