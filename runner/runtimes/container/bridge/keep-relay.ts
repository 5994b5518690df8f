import type { Log } from '../../../core/ports.ts'
import type { Relay, RelayLeg } from './relay.ts'

type RelayKeeperOptions = {
  readonly start: () => Promise<Relay>
  /** Monotonic milliseconds. */
  readonly now: () => number
  readonly log: Log
}

/**
 * After this many short-lived relays in a row, the next one starts only on demand, because it would probably end too.
 */
const maxShortLives = 3
const shortLifeMs = 5000

/**
 * Keeps one relay for an instance. The relay starts on first use. If it ends, a replacement starts and joins all of its
 * networks.
 */
export function createRelayKeeper({ start, now, log }: RelayKeeperOptions) {
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
        if (legs.has(leg)) log.warn('The relay could not join a network of a container', { reason: String(cause) })
      })
    }
    relay.gone
      .then(() => replace(relay, now() - startedAt))
      .catch((cause: unknown) => log.error('The relay could not be replaced', { cause }))
    return relay
  }

  /** Makes this the current relay. */
  const keep = (starting: Promise<Relay>) => {
    current = starting
    starting.catch(() => {
      if (current === starting) current = undefined
    })
    return starting
  }

  const replace = async (lost: Relay, livedMs: number) => {
    if (isClosed) return
    log.warn('The relay of the containers ended and is being replaced', { networks: legs.size })
    // The addresses of the old relay are free only after its removal.
    const removed = remove(lost)
    shortLives = livedMs < shortLifeMs ? shortLives + 1 : 0
    if (shortLives >= maxShortLives) {
      current = undefined
      return removed
    }
    await keep(removed.then(startWithLegs)).catch((cause: unknown) => {
      log.warn('The relay of the containers could not be replaced', { reason: String(cause) })
    })
  }

  const remove = async (lost: Relay) => {
    try {
      await lost[Symbol.asyncDispose]()
    } catch (cause) {
      log.warn('A relay that ended could not be removed', { reason: String(cause) })
    }
  }

  const relayNow = () => current ?? keep(startWithLegs())

  return {
    /** Adds a network to the relay; resolves once the relay listens there. A replacement relay joins it too. */
    async join(leg: RelayLeg) {
      const relay = await relayNow()
      legs.add(leg)
      await relay.join(leg).catch(async (cause: unknown) => {
        // A replacement may have joined this network in the meantime.
        if ((await relayNow()) === relay) throw cause
      })
    },
    async leave(leg: RelayLeg) {
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
