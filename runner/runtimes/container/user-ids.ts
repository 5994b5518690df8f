import { randomInt } from 'node:crypto'
import type { Engine } from './engine.ts'

/** A user's number that nobody else has meanwhile. */
export type UserId = Disposable & { readonly id: number }
export type UserIds = { take(): Promise<UserId> }

export type UserIdRange = { readonly first: number; readonly count: number }

const count = 4096
/** Apart from the users of a machine, of its services and of user namespaces, and positive in 32 bits. */
const highest = { first: 2 ** 30, blocks: 2 ** 18 }
/** What a user namespace of the usual size has beyond those of Debian's own users. */
const mapped = { first: 20_000, blocks: 10 }

/**
 * A range for one instance. Where it lies is drawn, because instances that share an engine do not know of each other. `isMapped`: the engine itself is
 * in a user namespace, which has numbers below 65,536 only, so that two instances may draw the same.
 */
export function drawUserIds(isMapped: boolean, randomBelow: (limit: number) => number): UserIdRange {
  const { first, blocks } = isMapped ? mapped : highest
  return { first: first + randomBelow(blocks) * count, count }
}

/**
 * Users for containers, each for one at a time. The kernel counts what a user has of some things (inotify, pages of pipes, pending signals,
 * locked memory) over all containers: who had another's number could use them up for it.
 */
export function createUserIds({ first, count }: UserIdRange): { take(): UserId } {
  const free = Array.from({ length: count }, (_, index) => first + index)
  return {
    take() {
      // The one that has been free longest.
      const id = free.shift()
      if (id === undefined) throw new Error(`All ${count} users are taken`)
      let isTaken = true
      return {
        id,
        [Symbol.dispose]() {
          if (isTaken) free.push(id)
          isTaken = false
        },
      }
    },
  }
}

/** Users on an engine. What it is like is asked when the first one is taken. */
export function userIdsOn(engine: Pick<Engine, 'info'>): UserIds {
  let users: Promise<ReturnType<typeof createUserIds>> | undefined
  const draw = async () => {
    const { SecurityOptions } = await engine.info()
    const isMapped = SecurityOptions.some((option) => /(^|,)name=(userns|rootless)(,|$)/.test(option))
    return createUserIds(drawUserIds(isMapped, randomInt))
  }
  return {
    async take() {
      users ??= draw().catch((cause: unknown) => {
        users = undefined
        throw cause
      })
      return (await users).take()
    },
  }
}
