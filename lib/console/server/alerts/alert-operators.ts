import type { AlertMode } from '#lib/platform/model/alert-mode.ts'
import type { PlatformPorts } from '#lib/platform/server/ports.ts'
import { oneLine } from '#runner/contract/hidden-text.ts'
import type { Log } from '#runner/core/ports.ts'
import type { Task } from '../../model/console-overview.ts'
import { taskKey, taskWords } from '../../model/task-words.ts'
import { noteAlert } from './note-alert.ts'

export type AlertPorts = Pick<PlatformPorts, 'db' | 'clock' | 'randomBytes'> & {
  readonly mode: () => Promise<AlertMode>
  /** All that waits, from the same facts as the console. */
  readonly findTasks: () => Promise<readonly Task[]>
}

/** Lets one process at a time compare what waits with what was sent. */
const alertLock = 7_201_940_313n
/** The key of no task. Its row says that alerts were off, so that what waits by then is never sent. */
const offKey = 'off'
const hourMs = 60 * 60_000
/** A longer alert names the first ones, and how many more there are. */
const maxLines = 20

/**
 * Sends one message to the operator about everything that waits since the last alert: at once, or hourly in one digest.
 * The message takes the way of messages of skills: it is noted first, delivered with retries, and stays in the console.
 * Something that waits is named once. It is named again only if it waited no longer in between. While alerts are off,
 * nobody looks for what waits.
 */
export async function alertOperators(ports: AlertPorts): Promise<void> {
  const { db, clock, randomBytes } = ports
  const mode = await ports.mode()
  const now = new Date(clock.now())
  if (mode === 'off') {
    await db.operatorAlert.createMany({ data: { key: offKey, notedAt: now, sentAt: now }, skipDuplicates: true })
    return
  }
  const tasks = await ports.findTasks()
  const byKey = new Map(tasks.map((task) => [taskKey(task), task]))
  const keys = [...byKey.keys()]
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(${alertLock})`
    const { count: wasOff } = await tx.operatorAlert.deleteMany({ where: { key: offKey } })
    await tx.operatorAlert.deleteMany({ where: { key: { notIn: keys } } })
    await tx.operatorAlert.createMany({
      data: keys.map((key) => ({ key, notedAt: now, sentAt: wasOff > 0 ? now : null })),
      skipDuplicates: true,
    })
    const unsent = await tx.operatorAlert.findMany({
      where: { sentAt: null },
      orderBy: [{ notedAt: 'asc' }, { key: 'asc' }],
    })
    const [first] = unsent
    if (first === undefined) return
    // A digest covers the hour since the first thing that it names.
    if (mode === 'hourly' && now.getTime() - first.notedAt.getTime() < hourMs) return
    const waiting = unsent.flatMap(({ key }) => byKey.get(key) ?? [])
    const urgent = waiting.some(({ kind }) => kind === 'trouble')
    await noteAlert(tx, { text: alertText(waiting, now), urgent, at: now, randomBytes })
    await tx.operatorAlert.updateMany({ where: { key: { in: unsent.map(({ key }) => key) } }, data: { sentAt: now } })
  })
}

function alertText(tasks: readonly Task[], now: Date): string {
  const lines = tasks.slice(0, maxLines).map((task) => {
    const { title, detail } = taskWords(task, now.toISOString(), 'UTC')
    return `- ${oneLine(detail === '' ? title : `${title}: ${detail}`)}`
  })
  const more = tasks.length - lines.length
  return ['travel.aw waits for you:', ...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
}

/** "At once" is within this time. */
const everyMs = 60_000

/** Looks for what waits, again and again, until disposed. */
export function openAlerts(ports: AlertPorts, log: Pick<Log, 'error'>): AsyncDisposable {
  let running: Promise<void> = Promise.resolve()
  const look = () => {
    running = running
      .then(() => alertOperators(ports))
      .catch((cause: unknown) => log.error('an alert to the operator failed', { cause }))
  }
  const timer = setInterval(look, everyMs)
  timer.unref()
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await running
    },
  }
}
