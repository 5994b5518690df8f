import { randomInt } from 'node:crypto'
import { keptRun } from '../../core/kept-run.ts'
import type { Engine } from './engine.ts'

/** A user id that has no other holder at the same time. */
type UserId = Disposable & { readonly id: number }
export type UserIds = { take(): Promise<UserId> }

type UserIdRange = { readonly first: number; readonly count: number }

const count = 4096
/** Above the ids of ordinary users, services and user namespaces, and positive in 32 bits. */
const highest = { first: 2 ** 30, blocks: 2 ** 18 }
/** The ids of a user namespace of the usual size, beyond those of Debian's own users. */
const mapped = { first: 20_000, blocks: 10 }

/**
 * Picks the range of one instance. It is random because instances that share an engine do not know each other.
 * `isMapped`: the engine itself runs in a user namespace with ids below 65,536 only, so two instances may pick the same
 * range.
 */
export function drawUserIds(isMapped: boolean, randomBelow: (limit: number) => number): UserIdRange {
  const { first, blocks } = isMapped ? mapped : highest
  return { first: first + randomBelow(blocks) * count, count }
}

/**
 * User ids for containers, each with one holder at a time. The kernel counts some resources per user over all
 * containers (inotify, pipe pages, pending signals, locked memory): a container with the same id as another one could
 * use up the share of the other.
 */
export function createUserIds({ first, count }: UserIdRange): { take(): UserId } {
  const free = Array.from({ length: count }, (_, index) => first + index)
  return {
    take() {
      // The id that has been free the longest.
      const id = free.shift()
      if (id === undefined) throw new Error(`All ${count} user ids are taken`)
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

/** User ids on an engine. Examines the engine when the first one is taken. */
export function userIdsOn(engine: Pick<Engine, 'info'>): UserIds {
  const users = keptRun(async () => {
    const { SecurityOptions } = await engine.info()
    const isMapped = SecurityOptions.some((option) => /(^|,)name=(userns|rootless)(,|$)/.test(option))
    return createUserIds(drawUserIds(isMapped, randomInt))
  })
  return { take: async () => (await users()).take() }
}
