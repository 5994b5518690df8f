import type { PlatformPorts } from '#lib/platform/server/ports.ts'
import type { SkillRunner } from '#runner/run/runner.ts'
import { finishAbandoned, finishUnrecorded, type Instance } from './instance.ts'
import { keepLooking } from './keep-looking.ts'
import type { RecordSeals } from './record-seals.ts'
import { release, takeOver } from './take-over.ts'
import { logFailure } from './write-ends.ts'

type Options = Pick<PlatformPorts, 'db' | 'audit' | 'log'> & {
  readonly instance: Pick<Instance, 'instanceId' | 'isPresent'>
  readonly seals: RecordSeals
  readonly runner: Pick<SkillRunner, 'resume'>
  /** Executions of this process whose start or end is perhaps not recorded. Absent: there are none. */
  readonly unrecorded?: Set<string>
  /** False: leaves the executions of dead processes to others. */
  readonly takes?: boolean
  /** Calls its argument when a process has left. Absent: this is only seen at the next look. */
  readonly onLeft?: (look: () => void) => () => void
}

const everyMs = 10_000
/** The most executions resumed at once. Leaves others to other processes, and time for new executions of this one. */
const maxAtOnce = 50

/**
 * Periodically takes over durable executions of dead processes, starting now. Also ends executions that cannot be
 * resumed; otherwise they would count against their profile's limit forever. An execution whose resumption fails is
 * released, and taken over again. The returned function stops this, and resolves when no takeover is in progress.
 */
export function keepTakingOver(options: Options): () => Promise<void> {
  const { db, instance, seals, audit, runner, log, onLeft, unrecorded = new Set(), takes = true } = options
  const { instanceId } = instance
  const running = new Set<Promise<unknown>>()
  /** Executions whose resumption failed. This process still owns those that have not ended. */
  const failed = new Set<string>()

  const look = async () => {
    await releaseFailed()
    await endUnrecorded()
    if (!takes) return
    const abandoned = await finishAbandoned(db, instanceId, audit)
    if (abandoned > 0) log.warn('ended executions that ended too many processes or cannot be resumed', { abandoned })
    if (running.size >= maxAtOnce) return
    const limit = maxAtOnce - running.size
    for (const unfinished of await takeOver(db, instanceId, limit, seals, (id) => failed.add(id))) {
      log.info('resuming an execution of a dead process', { execution: unfinished.id })
      const ended = runner
        .resume(unfinished)
        .done.catch((cause: unknown) => {
          if (logFailure(log, unfinished.id, cause)) failed.add(unfinished.id)
        })
        .finally(() => running.delete(ended))
      running.add(ended)
    }
  }
  const releaseFailed = async () => {
    const ids = [...failed]
    if (ids.length === 0) return
    await release(db, instanceId, ids)
    for (const id of ids) failed.delete(id)
  }
  const endUnrecorded = async () => {
    const ids = [...unrecorded]
    if (ids.length === 0) return
    const ended = await finishUnrecorded(db, { instanceId, ids }, audit)
    for (const id of ids) unrecorded.delete(id)
    if (ended > 0) log.warn('ended executions whose ends could not be recorded', { ended })
  }
  return keepLooking({ look, everyMs, onNews: onLeft, name: 'taking over executions', instance, log })
}
