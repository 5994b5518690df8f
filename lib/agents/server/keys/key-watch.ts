import { isId } from '#runner/contract/ids.ts'
import type { Log } from '#runner/core/ports.ts'
import type { AgentKeys } from './agent-keys.ts'

/** Ends what agents have open, such as streams and calls, once their key has expired or was revoked. */
export type KeyWatch = Disposable & {
  /** Calls `end` once if the key with this id is no longer valid, until the result is disposed. */
  watch(id: string, end: () => void): Disposable
}

type Ports = { readonly agentKeys: Pick<AgentKeys, 'current'>; readonly log: Pick<Log, 'error'> }

const defaultEveryMs = 2000

/** Reads each key regularly, because the command line or another process may have revoked it. */
export function createKeyWatch({ agentKeys, log }: Ports, everyMs = defaultEveryMs): KeyWatch {
  const watched = new Map<string, Set<() => void>>()
  let isLooking = false

  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    try {
      for (const [id, ends] of watched) {
        if ((await agentKeys.current(id)) !== undefined) continue
        watched.delete(id)
        for (const end of ends) end()
      }
    } catch (cause) {
      // The calls in a stream read the key themselves, and are refused without an answer.
      log.error('agent keys could not be read', { cause })
    } finally {
      isLooking = false
    }
  }

  const timer = setInterval(() => void look(), everyMs)
  timer.unref()
  return {
    watch(id, end) {
      const own = () => end()
      const ends = watched.get(id) ?? new Set()
      watched.set(id, ends.add(own))
      return {
        [Symbol.dispose]() {
          ends.delete(own)
          if (ends.size === 0 && watched.get(id) === ends) watched.delete(id)
        },
      }
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

/** A stream of events that ends when its key does. Other responses, and those to other callers, are returned as they are. */
export function endWithKey(response: Response, id: string, keys: Pick<KeyWatch, 'watch'>): Response {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  if (response.body === null || !isStream || !isId('agent', id)) return response
  let watching: Disposable | undefined
  const stop = () => watching?.[Symbol.dispose]()
  // `cancel` is part of the standard, but not yet of TypeScript's types.
  const transformer = {
    start(controller: TransformStreamDefaultController) {
      watching = keys.watch(id, () => controller.terminate())
    },
    flush: stop,
    cancel: stop,
  }
  return new Response(response.body.pipeThrough(new TransformStream(transformer)), response)
}
