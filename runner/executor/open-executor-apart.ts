import { type ChildProcess, fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { env } from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as z from 'zod'
import { OperatorMessage } from '../contract/operations/messages.ts'
import { isObject } from '../contract/skill-io.ts'
import { inputParsing, problemsOf } from '../manifest/input-problems.ts'
import { DataOptions, Logged, narrowingOf, Prompt } from './apart-options.ts'
import { type Capabilities, type LlmPredict, permissionsOf } from './capabilities.ts'
import type { Executed, Executor, TrustCheck } from './create-executor.ts'
import type { OpenClawExecutorOptions } from './create-openclaw-executor.ts'
import { createPeer, type Handlers, type Peer } from './peer.ts'

export type PackageExecutorOptions = Omit<OpenClawExecutorOptions, 'egress'>

/** The folder of the package: two folders above this file, as it is written and as it is compiled. */
const packageRoot = fileURLToPath(new URL('../..', import.meta.url))

const executedSchema = z.custom<Executed>(isObject)
const trustSchema = z.custom<TrustCheck>(isObject)

type Apart = { readonly peer: Peer; readonly child: ChildProcess; readonly ended: Promise<void> }

/**
 * The executor for the skills of a workspace, as the npm package exports it. It runs in a process of its own, in the
 * Node of the package, which starts with the first call and does not keep the program alive between calls. The options
 * are those of the executor in this process, but for its gateway.
 *
 * @throws {TypeError} for an option that is unknown or has a wrong type, and for a host with a wildcard, an address or a
 *   scheme
 */
export function createOpenClawExecutor(options: PackageExecutorOptions = {}): Executor & AsyncDisposable {
  const { llmPredict, onMessage, log, ...rest } = options
  const data = dataOf(rest)
  narrowingOf(data.allowedHosts ?? [])
  const models = new Map<number, LlmPredict>()
  let executions = 0
  let apart: Promise<Apart> | undefined
  let calls = 0
  let isClosed = false

  const handlers: Handlers = {
    predict(params, signal) {
      const { execution, prompt } = Prompt.parse(params)
      const model = execution === undefined ? llmPredict : models.get(execution)
      if (model === undefined) throw new TypeError('no model answers this execution')
      return model(prompt, { signal })
    },
    message: (params) => onMessage?.(OperatorMessage.parse(params)),
    log(params) {
      const { level, message, fields } = Logged.parse(params)
      log?.[level](message, fields)
    },
  }

  async function open(): Promise<Apart> {
    const started = startProcess(handlers)
    void started.ended.then(() => {
      apart = undefined
    })
    try {
      const has = { hasModel: llmPredict !== undefined, hasMessages: onMessage !== undefined }
      await started.peer.call('open', { data, ...has })
      return started
    } catch (cause) {
      started.child.kill()
      throw cause
    }
  }

  /** Calls the process, which keeps this program alive until it answers. */
  async function call(name: string, params: unknown, signal?: AbortSignal): Promise<unknown> {
    if (isClosed) throw new Error('the executor is closed')
    calls += 1
    apart ??= open()
    try {
      const { peer, child } = await apart
      keepAlive(child, true)
      return await peer.call(name, params, signal)
    } finally {
      calls -= 1
      const { child } = (await apart?.catch(() => undefined)) ?? {}
      if (child && calls === 0) keepAlive(child, false)
    }
  }

  return {
    async execute(skill, args, given = {}) {
      const { capabilities, signal, ...asked } = given
      const grants = capabilities && grantsOf(capabilities)
      executions += 1
      const execution = executions
      if (capabilities?.llmPredict) models.set(execution, capabilities.llmPredict)
      try {
        const params = { execution, skill, args, options: asked, ...(grants && { grants }) }
        return executedSchema.parse(await call('execute', params, signal))
      } finally {
        models.delete(execution)
      }
    },
    checkTrust: async (skill, source) => trustSchema.parse(await call('checkTrust', { skill, source })),
    async [Symbol.asyncDispose]() {
      isClosed = true
      const open = await apart?.catch(() => undefined)
      if (open === undefined) return
      keepAlive(open.child, true)
      await open.peer.call('close', null).catch(() => {})
      if (open.child.connected) open.child.disconnect()
      await open.ended
    },
  }
}

function dataOf(options: object): z.output<typeof DataOptions> {
  const present = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
  const parsed = DataOptions.safeParse(present, inputParsing)
  if (parsed.success) return parsed.data
  const [[field, problem] = ['options', 'are not valid']] = problemsOf(parsed.error, 'options')
  throw new TypeError(`createOpenClawExecutor: ${field} ${problem}`)
}

/** The same capabilities as data. Checks them first, as the executor does: only its own functions make one for hosts. */
function grantsOf(capabilities: Capabilities): object {
  permissionsOf(capabilities)
  const { fetch, shell, filesystem, memory, llmPredict } = capabilities
  return {
    ...(fetch && { fetch: { allowedHosts: fetch.allowedHosts, methods: fetch.methods } }),
    ...(shell && { shell }),
    ...(filesystem && { filesystem }),
    ...(memory === undefined ? {} : { memory }),
    hasModel: llmPredict !== undefined,
  }
}

function startProcess(handlers: Handlers): Apart {
  const node = join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin', 'node')
  // They are for the Node of the program.
  const { NODE_OPTIONS: _, ...forChild } = env
  const child = fork(join(packageRoot, 'runner/executor/executor-process.ts'), [], {
    execPath: node,
    execArgv: [
      `--import=${pathToFileURL(join(packageRoot, 'bin/strip-types.mjs'))}`,
      '--disable-warning=ExperimentalWarning',
    ],
    env: forChild,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const peer = createPeer((message) => {
    if (child.connected) child.send(message)
  }, handlers)
  child.on('message', (message) => peer.receive(message))
  const ended = new Promise<void>((resolve) => {
    const end = (cause: Error) => {
      peer.ended(cause)
      resolve()
    }
    child.on('error', (cause) => end(new Error(`the executor cannot run ${node}: ${cause.message}`)))
    child.on('exit', (code, signal) => end(new Error(`the process of the executor ended: ${signal ?? code}`)))
  })
  return { peer, child, ended }
}

function keepAlive(child: ChildProcess, isNeeded: boolean): void {
  if (isNeeded) {
    child.ref()
    child.channel?.ref()
  } else {
    child.unref()
    child.channel?.unref()
  }
}
