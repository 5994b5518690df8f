import { orAborted } from '../../../core/or-aborted.ts'
import { createFairSlots, mostOfOneKey } from '../../../queue/fair-slots.ts'

/** Each takes a processor and an engine's disk for minutes. */
const buildsAtOnce = 2

type Wanted = PromiseWithResolvers<void> & {
  /** Aborts when the build has ended: who still waits for a turn needs none. */
  readonly over: AbortController
  isBegun: boolean
}

/**
 * Builds in the turns of the callers. Callers that want the same image share its build, which begins with the first turn
 * of any of them, and goes on if they leave. `nameOf`: equal for equal images.
 */
export function buildInTurns<Item>(
  nameOf: (item: Item) => string,
  build: (item: Item) => Promise<void>,
): (item: Item, signal: AbortSignal) => Promise<void> {
  const slots = createFairSlots({ width: buildsAtOnce, ofOneKey: mostOfOneKey(buildsAtOnce) })
  const all = new Map<string, Wanted>()

  const beginWith = (slot: Disposable, item: Item, wanted: Wanted) => {
    if (wanted.isBegun) return slot[Symbol.dispose]()
    wanted.isBegun = true
    const end = () => {
      all.delete(nameOf(item))
      wanted.over.abort()
      slot[Symbol.dispose]()
    }
    build(item).finally(end).then(wanted.resolve, wanted.reject)
  }

  return (item, signal) => {
    const name = nameOf(item)
    const wanted: Wanted = all.get(name) ?? {
      ...Promise.withResolvers<void>(),
      over: new AbortController(),
      isBegun: false,
    }
    all.set(name, wanted)
    slots.take(AbortSignal.any([signal, wanted.over.signal])).then(
      (slot) => beginWith(slot, item, wanted),
      () => {},
    )
    return orAborted(wanted.promise, signal)
  }
}
