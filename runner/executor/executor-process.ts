/**
 * The process of an executor of the npm package: it runs in the Node of the package, because the program that imports
 * the package may run in another one. It ends with its program.
 */
import type { Log } from '../core/ports.ts'
import { Asked, Logged, Opening, Prompt, Trusted } from './apart-options.ts'
import type { LlmPredict } from './capabilities.ts'
import { createFetchCapability } from './capabilities.ts'
import type { Executor } from './create-executor.ts'
import { createOpenClawExecutor } from './create-openclaw-executor.ts'
import { createPeer } from './peer.ts'

let executor: (Executor & AsyncDisposable) | undefined

const opened = (): Executor => {
  if (executor === undefined) throw new Error('the executor is not open')
  return executor
}

const peer = createPeer((message) => process.connected && process.send?.(message), {
  open(params) {
    const { data, hasModel, hasMessages } = Opening.parse(params)
    executor = createOpenClawExecutor({
      ...data,
      log: { debug: logged('debug'), info: logged('info'), warn: logged('warn'), error: logged('error') },
      ...(hasModel ? { llmPredict: predictFor() } : {}),
      ...(hasMessages ? { onMessage: async (message) => void (await peer.call('message', message)) } : {}),
    })
  },
  execute(params, signal) {
    const { execution, skill, args, options, grants } = Asked.parse(params)
    if (grants === undefined) return opened().execute(skill, args, { ...options, signal })
    const { hasModel, fetch, ...plain } = grants
    const capabilities = {
      ...plain,
      ...(fetch && { fetch: createFetchCapability(fetch) }),
      ...(hasModel ? { llmPredict: predictFor(execution) } : {}),
    }
    return opened().execute(skill, args, { ...options, signal, capabilities })
  },
  checkTrust(params) {
    const { skill, source } = Trusted.parse(params)
    return opened().checkTrust(skill, source)
  },
  async close() {
    await executor?.[Symbol.asyncDispose]()
  },
})

function predictFor(execution?: number): LlmPredict {
  return (prompt, { signal }) => {
    const params: unknown = Prompt.parse({ prompt, ...(execution === undefined ? {} : { execution }) })
    return peer.call('predict', params, signal)
  }
}

/** JSON has no errors. */
function logged(level: keyof Log): Log[keyof Log] {
  return (message, fields) => {
    const plain = fields && Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plainOf(value)]))
    peer.call('log', Logged.parse({ level, message, ...(plain && { fields: plain }) })).catch(() => {})
  }
}
const plainOf = (value: unknown): unknown => (value instanceof Error ? (value.stack ?? value.message) : value)

process.on('message', (message) => peer.receive(message))
process.on('disconnect', () => process.exit())
