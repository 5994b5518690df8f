import { control } from '../pool/control.ts'
import type { AnswerMessage, GivenAnswer, GuestEnd, HostCallMessage, RunMessage, ToWorker } from '../pool/messages.ts'
import type { WorkerPorts } from '../pool/run-worker.ts'
import type { Execution } from './execution.ts'
import { crashed, failed, failureOf, GuestEnded, type GuestFailure } from './guest-failure.ts'
import type { GuestVm } from './guest-vm.ts'

/** Guest code runs until it ends or waits. A promise: it continues in microtasks until the promise resolves. */
type Turn = Promise<void> | undefined

/** The guests of one language on one thread. */
export type Guests<E extends Execution, Vm extends GuestVm> = {
  /** Gets ready to run. `undefined`: the code is neither in the message nor kept from an earlier one. */
  open(message: RunMessage): E | { readonly failure: GuestFailure } | undefined
  /** The VM of the execution, in its state. */
  enter(execution: E): Vm
  /** Starts the execution. */
  start(vm: Vm, execution: E, message: RunMessage): Turn
  /** Passes the answer of one host call, and continues. Sets an end instead, if the execution cannot hold the answer. */
  settle(vm: Vm, execution: E, call: number, answer: GivenAnswer): Turn
  /** Forgets the execution, which may still wait. */
  leave(execution: E): void
  /** Erases the data of executions that were forgotten. */
  restoreLeft(): void
  /** Bytes that waiting executions keep outside VMs. */
  readonly keptBytes: number
  /** The execution's share of `keptBytes`. */
  shareOf(execution: E): number
}

/** Over `keptBytes`, the thread ends the largest waiting execution. */
type Options = Omit<WorkerPorts, 'own'>

/** The main thread requested a stop of the running execution. */
class GuestStopped extends Error {}

const stopped = new GuestStopped('The execution was stopped')

/** Throws if the main thread has requested a stop of the running execution. For the interrupts of a guest. */
export function createInterrupt(block: Int32Array): () => void {
  return () => {
    const running = Atomics.load(block, control.running)
    if (running !== 0 && Atomics.load(block, control.stop) === running) throw stopped
  }
}

const after = (turn: Turn, next: () => Turn): Turn => (turn === undefined ? next() : turn.then(next))

/**
 * Runs executions on one thread. A guest runs until it ends or waits for the host; executions continue in the order in
 * which their answers arrive.
 */
export function createGuestThread<E extends Execution, Vm extends GuestVm>(
  guests: Guests<E, Vm>,
  { control: block, keptBytes, post }: Options,
) {
  const executions = new Map<number, E>()
  let heldBytes = 0

  const kept = () => guests.keptBytes + heldBytes
  const shareOf = (execution: E) => guests.shareOf(execution) + execution.heldBytes

  const ended = (
    { id: execution, fuel, peakBytes }: Pick<Execution, 'id' | 'fuel' | 'peakBytes'>,
    end: GuestEnd,
    calls: HostCallMessage[] = [],
  ) => post({ type: 'ended', execution, calls, fuelLeft: Math.max(0, fuel), peakBytes, keptBytes: kept(), end })

  const progress = <T extends 'waiting' | 'stopped'>(type: T, { id, fuel, peakBytes }: E, calls: HostCallMessage[]) =>
    ({ type, execution: id, calls, fuelLeft: Math.max(0, fuel), peakBytes, keptBytes: kept() }) as const

  const report = (execution: E) => {
    const { calls, end } = execution
    execution.calls = []
    if (end) ended(execution, end, calls)
    else post(progress('waiting', execution, calls))
  }

  const forget = (execution: E) => {
    executions.delete(execution.id)
    heldBytes -= execution.heldBytes
    guests.leave(execution)
  }

  const endNow = (execution: E, end: GuestEnd) => {
    execution.end = end
    forget(execution)
    report(execution)
  }

  /** Admission stops over budget; if memory is still over budget, ends the largest execution. */
  const relieve = () => {
    while (kept() > keptBytes) {
      let largest: E | undefined
      for (const each of executions.values()) if (!largest || shareOf(each) > shareOf(largest)) largest = each
      if (!largest) return
      endNow(largest, failed('RATE_LIMITED', 'waiting executions keep too much memory, and this one keeps the most'))
    }
  }

  /** Runs the guest until it ends, waits or is stopped. */
  const step = (execution: E, continued: (vm: Vm) => Turn): Turn => {
    const heldBefore = execution.heldBytes
    const vm = guests.enter(execution)
    vm.fuel = execution.fuel
    vm.limitPages(execution.pageLimit)
    const leave = () => {
      execution.fuel = vm.fuel
      execution.peakBytes = Math.max(execution.peakBytes, vm.used)
      heldBytes += execution.heldBytes - heldBefore
    }
    const threw = (error: unknown): undefined => {
      leave()
      if (error === stopped) {
        // Its next answer may already be on its way, and it cannot continue.
        forget(execution)
        post(progress('stopped', execution, execution.calls))
        throw error
      }
      if (!(error instanceof GuestEnded)) execution.end = failureOf(error, vm)
    }
    const waits = (): undefined => {
      leave()
      if (execution.waitsFor === 0)
        execution.end ??= crashed('it waits for an answer of the host, and has asked for none', vm)
    }
    try {
      const turn = continued(vm)
      return turn === undefined ? waits() : turn.then(waits, threw)
    } catch (error) {
      return threw(error)
    }
  }

  const settle = (execution: E, call: number, answer: GivenAnswer) => {
    execution.waitsFor -= 1
    return step(execution, (vm) => guests.settle(vm, execution, call, answer))
  }

  /** Continues with the answers that came with the run message, then reports. */
  const goOn = (execution: E): Turn => {
    while (!execution.end) {
      const next = execution.ahead[execution.aheadGiven]
      const call = execution.requests[next?.request ?? -1]
      if (!next || call === undefined) break
      execution.aheadGiven += 1
      const turn = settle(execution, call, next)
      if (turn !== undefined) return turn.then(() => goOn(execution))
    }
    if (execution.end) forget(execution)
    report(execution)
    relieve()
    return undefined
  }

  const run = (message: RunMessage): Turn => {
    const { execution: id, fuel } = message
    const opened = guests.open(message)
    if (!opened) {
      post({ type: 'code_wanted', execution: id })
      return undefined
    }
    if (message.reportsTurns) post({ type: 'entered', execution: id })
    if ('failure' in opened) {
      ended({ id, fuel, peakBytes: 0 }, opened.failure)
      return undefined
    }
    executions.set(id, opened)
    return after(
      step(opened, (vm) => guests.start(vm, opened, message)),
      () => goOn(opened),
    )
  }

  const answer = (message: AnswerMessage): Turn => {
    const execution = executions.get(message.execution)
    if (!execution) return undefined
    if (execution.reportsTurns) post({ type: 'entered', execution: execution.id })
    return after(settle(execution, message.call, message), () => goOn(execution))
  }

  const drop = (id: number): undefined => {
    const execution = executions.get(id)
    if (execution) forget(execution)
    post({ type: 'dropped', execution: id, keptBytes: kept() })
  }

  const dispatch = (message: ToWorker): Turn => {
    switch (message.type) {
      case 'run':
        return run(message)
      case 'answer':
        return answer(message)
      case 'drop':
        return drop(message.execution)
    }
  }

  const over = (): undefined => {
    Atomics.store(block, control.running, 0)
    // The end is reported by now, so no caller waits for this cleanup.
    guests.restoreLeft()
  }
  const threw = (error: unknown): undefined => {
    // The main thread requested the stop and has also sent a drop message for the execution.
    if (error !== stopped) throw error
    over()
  }

  const handleOne = (message: ToWorker): Turn => {
    Atomics.store(block, control.running, message.execution)
    try {
      const turn = dispatch(message)
      return turn === undefined ? over() : turn.then(over, threw)
    } catch (error) {
      return threw(error)
    }
  }

  const waiting: ToWorker[] = []
  let isBusy = false
  const handleWaiting = (): void => {
    isBusy = false
    for (let message = waiting.shift(); message; message = waiting.shift()) {
      const turn = handleOne(message)
      if (turn === undefined) continue
      isBusy = true
      turn.then(handleWaiting, (error: unknown) => {
        // Unhandled, it ends this thread, as an error of a guest that ends in its first turn does.
        throw error
      })
      return
    }
  }

  return {
    /** Handles the messages one after another, each when the turn of the last one is over. */
    handle: (message: ToWorker): void => {
      waiting.push(message)
      if (!isBusy) handleWaiting()
    },
  }
}
