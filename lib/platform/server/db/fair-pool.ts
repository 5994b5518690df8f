import { Pool, type PoolClient, type PoolConfig } from 'pg'
import { createFairSlots, mostOfOneKey } from '#runner/queue/fair-slots.ts'
import { DatabaseError, reasonOf, unavailable } from './database-error.ts'

type Connected = Parameters<Pool['connect']>[0]

/**
 * A pool whose connections go to callers in turn, by the key of their limits. One key never has all connections.
 *
 * @param waitMs the longest wait for a connection
 */
export function createFairPool({ max, waitMs, ...config }: PoolConfig & { max: number; waitMs: number }): Pool {
  return new FairPool({ max, waitMs, ...config })
}

class FairPool extends Pool {
  readonly #slots
  readonly #held = new WeakMap<PoolClient, Disposable>()
  readonly #waitMs: number

  constructor({ waitMs, ...config }: PoolConfig & { max: number; waitMs: number }) {
    super({ connectionTimeoutMillis: waitMs, ...config })
    this.#waitMs = waitMs
    this.#slots = createFairSlots({ width: config.max, ofOneKey: mostOfOneKey(config.max) })
    // A broken connection fails its queries with the code of a socket, such as EPIPE, which others have too. Prisma passes
    // this code on, and at the end of a transaction the error itself.
    this.on('connect', (client) => client.on('error', (cause) => void Object.assign(cause, { code: unavailable })))
    // An idle one is replaced at the next query. Without this, its loss would end the process.
    this.on('error', () => {})
    this.on('release', (_, client) => {
      this.#held.get(client)?.[Symbol.dispose]()
      // A rollback that got no answer in time leaves a transaction open, to which the statements of others would belong.
      if (client.getTransactionStatus() !== 'I') void client.end()
    })
  }

  override connect(): Promise<PoolClient>
  override connect(connected: NonNullable<Connected>): void
  override connect(connected?: Connected): Promise<PoolClient> | undefined {
    const connecting = this.#inTurn()
    if (connected === undefined) return connecting
    connecting.then(
      (client) => connected(undefined, client, client.release),
      (cause: Error) => connected(cause, undefined, () => {}),
    )
    return undefined
  }

  async #inTurn(): Promise<PoolClient> {
    let slot: Disposable | undefined
    try {
      slot = this.#slots.takeFree() ?? (await this.#slots.take(AbortSignal.timeout(this.#waitMs)))
      const client = await super.connect()
      this.#held.set(client, slot)
      return client
    } catch (cause) {
      slot?.[Symbol.dispose]()
      throw new DatabaseError(`The database gives no connection (${reasonOf(cause)}).`, { cause })
    }
  }
}
