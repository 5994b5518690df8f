import type { Log } from '../../../ports.ts'
import type { Relay, RelayLeg } from './relay.ts'

export type RelayKeeper = AsyncDisposable & {
  /** Has the relay join a network, and answers once it listens there. Whichever relay comes later joins it, too. */
  join(leg: RelayLeg): Promise<void>
  leave(leg: RelayLeg): Promise<void>
}

export type RelayKeeperOptions = {
  readonly start: () => Promise<Relay>
  /** Monotonic milliseconds. */
  readonly now: () => number
  readonly log: Log
}

/** After so many in a row that lived no longer than this, the next is started when somebody needs it: it would end, too. */
const mostShortLives = 3
const shortLifeMs = 5000

/** Keeps the one relay of an instance: started when it is needed first; one that ends is replaced, with all its networks. */
export function createRelayKeeper({ start, now, log }: RelayKeeperOptions): RelayKeeper {
  const legs = new Set<RelayLeg>()
  let current: Promise<Relay> | undefined
  let isClosed = false
  let shortLives = 0

  const startWithLegs = async () => {
    if (isClosed) throw new Error('the networks of containers are closed')
    const startedAt = now()
    const relay = await start()
    for (const leg of legs) {
      await relay.join(leg).catch((cause: unknown) => {
        if (legs.has(leg)) log.warn('A network of a container is without its relay', { reason: String(cause) })
      })
    }
    relay.gone.then(() => replace(relay, now() - startedAt)).catch((cause: unknown) => log.error('A relay', { cause }))
    return relay
  }

  /** Whoever asks from now on gets this one. */
  const keep = (starting: Promise<Relay>) => {
    current = starting
    starting.catch(() => {
      if (current === starting) current = undefined
    })
    return starting
  }

  const replace = async (lost: Relay, livedMs: number) => {
    if (isClosed) return
    log.warn('The relay of containers is gone and is replaced', { networks: legs.size })
    // Its addresses are free only then.
    const removed = remove(lost)
    shortLives = livedMs < shortLifeMs ? shortLives + 1 : 0
    if (shortLives >= mostShortLives) {
      current = undefined
      return removed
    }
    await keep(removed.then(startWithLegs)).catch((cause: unknown) => {
      log.warn('The relay of containers could not be replaced', { reason: String(cause) })
    })
  }

  const remove = async (lost: Relay) => {
    try {
      await lost[Symbol.asyncDispose]()
    } catch (cause) {
      log.warn('A relay that is gone could not be removed', { reason: String(cause) })
    }
  }

  const relayNow = () => current ?? keep(startWithLegs())

  return {
    async join(leg) {
      const relay = await relayNow()
      legs.add(leg)
      await relay.join(leg).catch(async (cause: unknown) => {
        // Another one that has come meanwhile has joined it already.
        if ((await relayNow()) === relay) throw cause
      })
    },
    async leave(leg) {
      legs.delete(leg)
      const relay = await current?.catch(() => undefined)
      relay?.leave(leg)
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      const last = current
      current = undefined
      const relay = await last?.catch(() => undefined)
      await relay?.[Symbol.asyncDispose]()
    },
  }
}
