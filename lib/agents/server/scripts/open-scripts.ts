import { deriveKey } from '#lib/platform/server/secrets/derive-key.ts'
import type { AlteredExecution, UnfinishedExecution } from '#runner/core/ports.ts'
import type { AgentAuth } from '../api/agent-call.ts'
import { createDispatcher } from './dispatcher.ts'
import { createExecutionTokens } from './execution-token.ts'
import { keepScripts } from './keep-scripts.ts'
import type { ScriptPorts } from './script-ports.ts'
import { createScripts } from './scripts.ts'

export type OpenScripts = ReturnType<typeof openScripts>

type Options = Omit<ScriptPorts, 'tokens'> & {
  readonly encryptionKey: Uint8Array
  readonly agentAuth: AgentAuth
  /** Aborts when waiting reads should be answered, because this process ends. Absent: never. */
  readonly stopping?: AbortSignal
}

export function openScripts({ encryptionKey, agentAuth, stopping, ...rest }: Options) {
  const tokens = createExecutionTokens(deriveKey(encryptionKey, 'script execution ids'))
  const ports: ScriptPorts = { ...rest, tokens }
  const dispatcher = createDispatcher(ports)

  async function resumeTaken(unfinished: UnfinishedExecution | AlteredExecution) {
    const { id } = unfinished
    const script = await ports.db.scriptExecution.findUnique({
      where: { id },
      select: { profileId: true, cancelledAt: true, profile: { select: { revokedAt: true } } },
    })
    if (script?.profileId && script.profile?.revokedAt) dispatcher.running.revoke(script.profileId)
    // Those of a dead process do not wait for each other, so that one profile does not hold up the takeover of others.
    const resumed = dispatcher.resume(unfinished, script?.profileId ? { id: script.profileId } : undefined)
    if (script?.cancelledAt) dispatcher.running.cancel(id)
    return resumed.done
  }

  return {
    scripts: createScripts({ ...ports, dispatcher, agentAuth, stopping }),
    /** Resumes executions of any kind that this process took over. */
    runner: {
      resume: (unfinished: UnfinishedExecution | AlteredExecution) => ({
        id: unfinished.id,
        done: resumeTaken(unfinished),
      }),
    },
    /**
     * Looks after the scripts of this process until the result is disposed. `claims`: also runs pending scripts, which are
     * otherwise left to other processes.
     */
    work({ claims }: { readonly claims: boolean }): AsyncDisposable {
      const stack = new AsyncDisposableStack()
      const stopLooking = keepScripts({ ...ports, dispatcher })
      const stopEnding = ports.events.onEnd((asked) =>
        'cancel' in asked ? dispatcher.running.cancel(asked.cancel) : dispatcher.running.revoke(asked.revoked),
      )
      const stopServing = ports.events.onWaiting(() => void dispatcher.serve())
      stack.defer(async () => {
        stopEnding()
        stopServing()
        await stopLooking()
        await dispatcher.stop()
      })
      if (claims) dispatcher.start()
      return stack
    },
    /** Starts no more pending scripts here. Resolves when no claim is in progress. */
    stopClaiming: dispatcher.stop,
  }
}
