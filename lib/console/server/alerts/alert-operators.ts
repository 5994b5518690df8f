import { actorText } from '#lib/platform/model/actor.ts'
import { appPrincipal } from '#lib/platform/server/auth/principal.ts'
import type { AlertMode } from '#lib/platform/server/env/variables.ts'
import type { PlatformPorts } from '#lib/platform/server/ports.ts'
import { addDelivery } from '#lib/skills/server/messages/delivery-jobs.ts'
import { newId } from '#runner/contract/ids.ts'
import type { Task } from '../../model/console-overview.ts'
import { taskKey, taskWords } from '../../model/task-words.ts'

export type AlertPorts = Pick<PlatformPorts, 'db' | 'clock' | 'randomBytes'> & {
  readonly mode: AlertMode
  /** All that waits, from the same facts as the console. */
  readonly findTasks: () => Promise<readonly Task[]>
}

/** Lets one process at a time compare what waits with what was sent. */
const alertLock = 7_201_940_313n
const hourMs = 60 * 60_000
/** A longer alert names the first ones, and how many more there are. */
const maxLines = 20

/**
 * Sends one message to the operator about everything that waits since the last alert: at once, or hourly in one digest.
 * The message takes the way of messages of skills: it is noted first, delivered with retries, and stays in the console.
 * Something that waits is named once. It is named again only if it waited no longer in between.
 */
export async function alertOperators({ db, clock, randomBytes, mode, findTasks }: AlertPorts): Promise<void> {
  const tasks = await findTasks()
  const now = new Date(clock.now())
  const byKey = new Map(tasks.map((task) => [taskKey(task), task]))
  const keys = [...byKey.keys()]
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(${alertLock})`
    await tx.operatorAlert.deleteMany({ where: { key: { notIn: keys } } })
    await tx.operatorAlert.createMany({
      // Nothing that began to wait while alerts were off is sent later.
      data: keys.map((key) => ({ key, notedAt: now, sentAt: mode === 'off' ? now : null })),
      skipDuplicates: true,
    })
    if (mode === 'off') return
    const unsent = await tx.operatorAlert.findMany({
      where: { sentAt: null },
      orderBy: [{ notedAt: 'asc' }, { key: 'asc' }],
    })
    const [first] = unsent
    if (first === undefined) return
    // A digest covers the hour since the first thing that it names.
    if (mode === 'hourly' && now.getTime() - first.notedAt.getTime() < hourMs) return
    const waiting = unsent.flatMap(({ key }) => byKey.get(key) ?? [])
    const id = newId('msg', randomBytes)
    await tx.operatorMessage.create({
      data: {
        id,
        executionId: null,
        seq: 0,
        skill: 'alerts',
        principalId: appPrincipal.id,
        actor: actorText({ kind: 'app' }),
        text: alertText(waiting, now),
        urgent: waiting.some(({ kind }) => kind === 'trouble'),
        notedAt: now,
      },
    })
    await addDelivery(tx, [{ id, principalId: appPrincipal.id }])
    await tx.operatorAlert.updateMany({ where: { key: { in: unsent.map(({ key }) => key) } }, data: { sentAt: now } })
  })
}

function alertText(tasks: readonly Task[], now: Date): string {
  const lines = tasks.slice(0, maxLines).map((task) => {
    const { title, detail } = taskWords(task, now.toISOString(), 'UTC')
    return detail === '' ? `- ${title}` : `- ${title}: ${detail}`
  })
  const more = tasks.length - lines.length
  return ['travel.aw waits for you:', ...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
}
