import type { PlatformPorts } from '#lib/platform/server/ports.ts'
import type { SkillRunner } from '#runner/run/runner.ts'
import { finishAbandoned, type Instance } from './instance.ts'
import { keepLooking } from './keep-looking.ts'
import type { RecordSeals } from './record-seals.ts'
import { release, takeOver } from './take-over.ts'

type Options = Pick<PlatformPorts, 'db' | 'audit' | 'log'> & {
  readonly instance: Pick<Instance, 'instanceId' | 'isPresent'>
  readonly seals: RecordSeals
  readonly runner: Pick<SkillRunner, 'resume'>
}

const everyMs = 10_000
/** The most executions resumed at once. Leaves others to other processes, and time for new executions of this one. */
const maxAtOnce = 50

/**
 * Periodically takes over durable executions of dead processes, starting now. Also ends executions that cannot be
 * resumed; otherwise they would count against their profile's limit forever. An execution whose resumption fails is
 * released, and taken over again. The returned function stops this, and resolves when no takeover is in progress.
 */
export function keepTakingOver({ db, instance, seals, audit, runner, log }: Options): () => Promise<void> {
  const running = new Set<Promise<unknown>>()
  /** Executions whose resumption failed. This process still owns those that have not ended. */
  const failed = new Set<string>()

  const look = async () => {
    await releaseFailed()
    const abandoned = await finishAbandoned(db, instance.instanceId, audit)
    if (abandoned > 0) log.warn('ended executions that ended too many processes or cannot be resumed', { abandoned })
    if (running.size >= maxAtOnce) return
    for (const unfinished of await takeOver(db, instance.instanceId, maxAtOnce - running.size, seals)) {
      log.info('resuming an execution of a dead process', { execution: unfinished.id })
      const ended = runner
        .resume(unfinished)
        .done.catch((cause: unknown) => {
          log.error('an execution could not be resumed', { execution: unfinished.id, cause })
          failed.add(unfinished.id)
        })
        .finally(() => running.delete(ended))
      running.add(ended)
    }
  }
  const releaseFailed = async () => {
    const ids = [...failed]
    if (ids.length === 0) return
    await release(db, instance.instanceId, ids)
    for (const id of ids) failed.delete(id)
  }
  return keepLooking({ look, everyMs, name: 'taking over executions', instance, log })
}
