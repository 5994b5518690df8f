import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { jsonOrNot } from '#runner/core/json-or-not.ts'
import type { Log } from '#runner/core/ports.ts'

/** The channel of `pg_notify`. */
export const scriptChannel = 'travel_scripts'

/** The messages between processes. Ids are the recorded ones. */
const Message = z.union([
  z.strictObject({ changed: z.array(z.string()) }),
  z.strictObject({ cancel: z.string() }),
  z.strictObject({ revoked: z.string() }),
  z.strictObject({ left: z.string() }),
  z.strictObject({ waitingAt: z.string() }),
])
type Message = z.infer<typeof Message>

/** Notifies this process and all others of changes to executions. A message may be lost. */
export type ExecutionEvents = ReturnType<typeof createExecutionEvents>

type Watch = Disposable & {
  /** Resolves at the first change since `watch`, after `ms`, or when `signal` is aborted. */
  within(ms: number, signal?: AbortSignal): Promise<void>
}

type Ports = { readonly db: Pick<DatabaseClient, 'sql'>; readonly log: Pick<Log, 'warn'> }

/** The most ids in one message: PostgreSQL limits a notification to less than 8,000 bytes. */
const maxIds = 200
const gatherMs = 5
/** The pause between two messages that scripts wait: each makes all other processes look. */
const waitingMs = 20

export function createExecutionEvents({ db, log }: Ports) {
  const watchers = new Map<string, Set<() => void>>()
  const enders = new Set<(asked: { readonly cancel: string } | { readonly revoked: string }) => void>()
  const takers = new Set<() => void>()
  const servers = new Set<() => void>()
  /** Marks the messages of this process, which it hears too. */
  const self = randomUUID()
  let isTelling = false
  let gathered: string[] = []

  const send = async (message: Message) => {
    await db.sql.$executeRaw`select pg_notify(${scriptChannel}, ${JSON.stringify(message)})`.catch((cause: unknown) =>
      log.warn('other processes were not told of a change', { cause }),
    )
  }
  const sendGathered = () => {
    for (let at = 0; at < gathered.length; at += maxIds) void send({ changed: gathered.slice(at, at + maxIds) })
    gathered = []
  }
  const wake = (id: string) => {
    for (const resolve of watchers.get(id) ?? []) resolve()
  }
  const takeHere = (message: Message) => {
    if ('changed' in message) message.changed.forEach(wake)
    // A process that has left also leaves its pending scripts.
    else if ('left' in message) for (const take of [...takers, ...servers]) take()
    else if ('waitingAt' in message) {
      if (message.waitingAt !== self) for (const serve of servers) serve()
    } else for (const take of enders) take(message)
  }

  return {
    /** Announces that an execution has a new status. */
    changed(id: string): void {
      wake(id)
      if (gathered.push(id) === 1) setTimeout(sendGathered, gatherMs)
    },
    /** Asks the process that runs an execution to end it. */
    cancel(id: string): void {
      takeHere({ cancel: id })
      void send({ cancel: id })
    },
    /** Asks all processes to end the executions of a profile. */
    revoked(profileId: string): void {
      takeHere({ revoked: profileId })
      void send({ revoked: profileId })
    },
    /** Tells other processes that this instance has left, so that they take its work over. Resolves when it is sent. */
    left: (instanceId: string): Promise<void> => send({ left: instanceId }),
    /** Tells other processes that this one leaves pending scripts to them. */
    waiting(): void {
      if (isTelling) return
      isTelling = true
      setTimeout(() => {
        isTelling = false
        void send({ waitingAt: self })
      }, waitingMs)
    },
    /** Watches for changes of an execution from now on. */
    watch(id: string): Watch {
      const { promise, resolve } = Promise.withResolvers<void>()
      const mine = watchers.get(id) ?? new Set()
      watchers.set(id, mine.add(resolve))
      const stop = () => resolve()
      return {
        async within(ms, signal) {
          if (signal?.aborted) return
          const timer = setTimeout(stop, ms)
          signal?.addEventListener('abort', stop, { once: true })
          await promise
          clearTimeout(timer)
          signal?.removeEventListener('abort', stop)
        },
        [Symbol.dispose]() {
          mine.delete(resolve)
          if (mine.size === 0 && watchers.get(id) === mine) watchers.delete(id)
        },
      }
    },
    /** Calls `take` for each request to end executions. Returns a function that unsubscribes. */
    onEnd(take: (asked: { readonly cancel: string } | { readonly revoked: string }) => void): () => void {
      enders.add(take)
      return () => enders.delete(take)
    },
    /** Calls `take` when another process leaves scripts to this one. Returns a function that unsubscribes. */
    onWaiting(take: () => void): () => void {
      servers.add(take)
      return () => servers.delete(take)
    },
    /** Calls `take` when a process has left. Returns a function that unsubscribes. */
    onLeft(take: () => void): () => void {
      takers.add(take)
      return () => takers.delete(take)
    },
    /** Handles a message from another process, or from this one. */
    heard(text: string): void {
      // Anyone with access to the database can send on the channel.
      const message = Message.safeParse(jsonOrNot(text))
      if (message.success) takeHere(message.data)
    },
  }
}
