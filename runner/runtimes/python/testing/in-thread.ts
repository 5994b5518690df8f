import { control } from '../../pool/control.ts'
import type { FromWorker, GivenAnswer, RunMessage } from '../../pool/messages.ts'
import { createGuestThread, createInterrupt } from '../../wasm/guest-thread.ts'
import { interpreterKey } from '../interpreter-files.ts'
import { type LoadedInterpreter, loadInterpreter } from '../load-interpreter.ts'
import { createPythonGuests } from '../python-guests.ts'
import type { PythonVm } from '../python-vm.ts'

let interpreter: Promise<LoadedInterpreter> | undefined

/**
 * The interpreter, as the app loads it. The test files of a process share it: compiling and optimizing its
 * code for each file took a fifth of their time. Nothing can change it; its instances have their own memory.
 */
export function testInterpreter(): Promise<LoadedInterpreter> {
  const projectRoot = process.cwd()
  interpreter ??= loadInterpreter(projectRoot, interpreterKey(projectRoot))
  return interpreter
}

/** A report of the thread that says how far an execution is. */
export type Report = Extract<FromWorker, { type: 'waiting' | 'ended' }>

export type PythonThread = ReturnType<typeof pythonInThread>

/** One instance of Python on the test's own thread. */
export function pythonInThread(loaded: LoadedInterpreter, { keptBytes = 1e9 }: { readonly keptBytes?: number } = {}) {
  const slots = new Int32Array(new SharedArrayBuffer(control.slots * Int32Array.BYTES_PER_ELEMENT))
  const interrupt = createInterrupt(slots)
  const looks = { before: () => {} }
  const guests = createPythonGuests({
    ...loaded,
    interrupt: () => {
      looks.before()
      interrupt()
    },
  })
  let vm: PythonVm | undefined
  const vms = new Set<PythonVm>()
  let seen = 0
  let found: readonly string[] = []
  const posted: FromWorker[] = []
  const wanted = new Map<string, (message: FromWorker) => void>()
  const thread = createGuestThread(
    {
      ...guests,
      get keptBytes() {
        return guests.keptBytes
      },
      enter: (execution) => {
        vm = guests.enter(execution)
        vms.add(vm)
        if (execution.id > seen) found = differences(vm, loaded)
        seen = execution.id
        return vm
      },
    },
    {
      control: slots,
      keptBytes,
      post: (message) => {
        posted.push(message)
        if (message.type === 'ready' || message.type === 'entered' || message.type === 'stopped') return
        const key = `${message.execution} ${message.type === 'dropped' ? 'dropped' : 'report'}`
        wanted.get(key)?.(message)
        wanted.delete(key)
      },
    },
  )
  let executions = 0

  const reportOf = (execution: number): Promise<Report> =>
    new Promise((resolve, reject) => {
      wanted.set(`${execution} report`, (message) => {
        if (message.type === 'waiting' || message.type === 'ended') resolve(message)
        else reject(new Error(`The thread posted ${message.type}`))
      })
    })
  const drop = (execution: number): Promise<void> =>
    new Promise((resolve) => {
      // The thread posts this inside its handling of the message, whose rest runs before the promise's reactions.
      wanted.set(`${execution} dropped`, () => resolve())
      thread.handle({ type: 'drop', execution })
    })

  return {
    posted,
    /** How the instance differed from the image when the last execution began. */
    foundAtStart: () => found,
    /** The instances that it has used. */
    vms,
    keptBytes: () => guests.keptBytes,
    /** Called each time that the running guest looks whether it has to stop. */
    looks,
    vm: (): PythonVm => {
      if (!vm) throw new Error('No execution has run yet')
      return vm
    },
    start: (code: string, more: Partial<RunMessage> = {}) => {
      executions += 1
      const execution = executions
      const report = reportOf(execution)
      const limits = { memoryMb: 64, fuel: 1_000_000_000, outputBytes: 100_000, hostCalls: 32, reportsTurns: false }
      const fixed = { seed: '07'.repeat(16), nowMs: Date.UTC(2026, 2, 15), secrets: {}, ahead: [], ...limits }
      const input = JSON.stringify({ action: 'probe', params: {}, config: {} })
      thread.handle({ type: 'run', execution, digest: code, code, input, ...fixed, ...more })
      return { execution, report }
    },
    answer: (execution: number, call: number, answer: Partial<GivenAnswer> = {}): Promise<Report> => {
      const report = reportOf(execution)
      thread.handle({ type: 'answer', execution, call, fulfilled: true, json: 'null', body: undefined, ...answer })
      return report
    },
    drop,
    /** Requests a stop of an execution, as the main thread does. */
    stop: (execution: number) => Atomics.store(slots, control.stop, execution),
    /** Resolves when everything before it is handled, and what was left is erased. */
    idle: () => drop(0),
  }
}

/** Where the instance differs from the image, in words. Empty: the next execution starts in a pristine instance. */
export function differences(vm: PythonVm, { image }: LoadedInterpreter): readonly string[] {
  const size = image.memory.length
  const memory = vm.bytes()
  const found: string[] = []
  if (memory.compare(image.memory, 0, size, 0, size) !== 0) found.push('memory of the image')
  if (!isZero(memory.subarray(size))) found.push('memory beyond the image')
  if (vm.used !== size) found.push(`${vm.used - size} bytes more in use`)
  if (vm.engine.__stack_pointer.value !== image.stackPointer) found.push('stack pointer')
  if (vm.ranOutOfMemory) found.push('out of memory')
  return found
}

function isZero(bytes: Buffer): boolean {
  return bytes.length === 0 || (bytes[0] === 0 && bytes.compare(bytes, 0, bytes.length - 1, 1, bytes.length) === 0)
}

/** What an execution printed, without its other calls. */
export function printedBy(reports: readonly Report[]): string {
  return reports
    .flatMap(({ calls }) => calls)
    .filter(({ op }) => op === 'console.log')
    .map(({ args }) => textIn(JSON.parse(args)))
    .join('\n')
}

function textIn(line: unknown): string {
  return typeof line === 'object' && line !== null && 'text' in line ? String(line.text) : ''
}

/** An execution that makes no host call, and the state of its instance after it. */
export async function runToEnd(
  thread: PythonThread,
  loaded: LoadedInterpreter,
  code: string,
  more: Partial<RunMessage> = {},
) {
  const report = await thread.start(code, more).report
  if (report.type !== 'ended') throw new Error(`The script waits for ${JSON.stringify(report.calls)}`)
  await thread.idle()
  return {
    end: report.end,
    fuelLeft: report.fuelLeft,
    peakBytes: report.peakBytes,
    printed: printedBy([report]),
    left: differences(thread.vm(), loaded),
  }
}
