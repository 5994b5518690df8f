import { control } from '../pool/control.ts'
import type { AnswerMessage, GivenAnswer, GuestEnd, HostCallMessage, RunMessage, ToWorker } from '../pool/messages.ts'
import type { WorkerPorts } from '../pool/run-worker.ts'
import { pageLimitOf, wasmPageBytes } from './engine.ts'
import { createExecution, type Execution } from './execution.ts'
import { crashed, failed, failureOf } from './guest-failure.ts'
import { guestFunction, seedNumbers } from './guest-protocol.ts'
import { GuestEnded, guestHostCall } from './host-calls.ts'
import { createImages } from './images.ts'
import { createInstances } from './instances.ts'
import { createGuestJsonReader } from './json/guest-json.ts'
import type { Vm } from './vm.ts'

/** Over `keptBytes`, the thread ends the largest waiting execution. */
type Options = Omit<WorkerPorts, 'own'> & {
  readonly module: WebAssembly.Module
  readonly instances: number
}

const mb = 1024 * 1024

/** The main thread requested a stop of the running execution. */
class GuestStopped extends Error {}

/**
 * Runs executions on one thread. A guest runs until it ends or waits for the host; executions continue in the order in
 * which their answers arrive.
 */
export function createGuestThread({ module, control: block, instances: count, keptBytes, post }: Options) {
  const executions = new Map<number, Execution>()
  let bodyBytes = 0
  let current: Execution | undefined
  const stopped = new GuestStopped('The execution was stopped')
  const interrupt = () => {
    const running = Atomics.load(block, control.running)
    if (running !== 0 && Atomics.load(block, control.stop) === running) throw stopped
  }
  const images = createImages(module, { interrupt })
  const readJson = createGuestJsonReader()
  const ports = {
    interrupt,
    nowMs: () => current?.nowMs ?? 0,
    hostCall: (vm: Vm, args: readonly number[]) => {
      if (!current) throw new Error('A guest made a host call while no execution runs')
      return guestHostCall(vm, readJson, current, args)
    },
  }
  const instances = createInstances(module, ports, count)

  const kept = () => instances.keptBytes + bodyBytes
  const shareOf = (execution: Execution) => instances.shareOf(execution) + execution.bodyBytes

  const ended = (
    { id: execution, fuel, peakBytes }: Pick<Execution, 'id' | 'fuel' | 'peakBytes'>,
    end: GuestEnd,
    calls: HostCallMessage[] = [],
  ) => post({ type: 'ended', execution, calls, fuelLeft: Math.max(0, fuel), peakBytes, keptBytes: kept(), end })

  const report = (execution: Execution) => {
    const { id, calls, fuel, peakBytes, end } = execution
    execution.calls = []
    if (end) ended(execution, end, calls)
    else post({ type: 'waiting', execution: id, calls, fuelLeft: Math.max(0, fuel), peakBytes, keptBytes: kept() })
  }

  const forget = (execution: Execution) => {
    executions.delete(execution.id)
    bodyBytes -= execution.bodyBytes
    instances.leave(execution)
  }

  const endNow = (execution: Execution, end: GuestEnd) => {
    execution.end = end
    forget(execution)
    report(execution)
  }

  /** Admission stops over budget; if memory is still over budget, ends the largest execution. */
  const relieve = () => {
    while (kept() > keptBytes) {
      let largest: Execution | undefined
      for (const each of executions.values()) if (!largest || shareOf(each) > shareOf(largest)) largest = each
      if (!largest) return
      endNow(largest, failed('RATE_LIMITED', 'waiting executions keep too much memory, and this one keeps the most'))
    }
  }

  /** Runs the guest until it ends, waits or is stopped. */
  const step = (execution: Execution, enter: (vm: Vm) => void) => {
    const vm = instances.enter(execution)
    vm.fuel = execution.fuel
    vm.limitPages(execution.pageLimit)
    current = execution
    const bodiesBefore = execution.bodyBytes
    try {
      enter(vm)
      if (execution.waitsFor === 0) execution.end = crashed('it waits for a promise that never settles', vm)
    } catch (error) {
      if (error === stopped) throw error
      if (!(error instanceof GuestEnded)) execution.end = failureOf(error, vm)
    } finally {
      current = undefined
      execution.fuel = vm.fuel
      execution.peakBytes = Math.max(execution.peakBytes, vm.used)
      bodyBytes += execution.bodyBytes - bodiesBefore
    }
  }

  /** Passes the answer to one host call to the guest and resumes it. */
  const settle = (execution: Execution, call: number, { fulfilled, json, body }: GivenAnswer) => {
    execution.waitsFor -= 1
    if (body) {
      execution.bodies.set(call, body)
      execution.bodyBytes += body.length
      bodyBytes += body.length
      if (execution.bodyBytes > execution.memoryBytes) {
        execution.end = failed('OUT_OF_MEMORY', 'its unread response bodies exceed its memory')
        return
      }
    }
    step(execution, (vm) => {
      vm.call(guestFunction.settle, [vm.newNumber(call), vm.newNumber(fulfilled ? 1 : 0), vm.newText(json)])
    })
  }

  /** Continues with the answers that came with the run message, then reports. */
  const goOn = (execution: Execution) => {
    while (!execution.end) {
      const next = execution.ahead[execution.aheadGiven]
      const call = execution.requests[next?.request ?? -1]
      if (!next || call === undefined) break
      execution.aheadGiven += 1
      settle(execution, call, next)
    }
    if (execution.end) forget(execution)
    report(execution)
    relieve()
  }

  const run = (message: RunMessage) => {
    const { execution: id, digest, code, fuel } = message
    const found = images.get(digest) ?? (code === undefined ? undefined : images.make(digest, code))
    if (!found) return post({ type: 'code_wanted', execution: id })
    if (message.reportsTurns) post({ type: 'entered', execution: id })
    const unstarted = { id, fuel, peakBytes: 0 }
    if ('failure' in found) return ended(unstarted, found.failure)
    const { image } = found
    const pageLimit = pageLimitOf(message.memoryMb)
    if (image.start + image.memory.length > pageLimit * wasmPageBytes) {
      return ended(unstarted, failed('OUT_OF_MEMORY', 'its top level keeps more than its memory'))
    }
    const execution = createExecution(message, image, pageLimit)
    executions.set(id, execution)
    const start = `{"call":${message.input},"seed":${JSON.stringify(seedNumbers(Buffer.from(message.seed, 'hex')))}}`
    step(execution, (vm) => {
      vm.limitMemory(message.memoryMb * mb)
      vm.call(guestFunction.start, [vm.newText(start)])
    })
    goOn(execution)
  }

  const answer = (message: AnswerMessage) => {
    const execution = executions.get(message.execution)
    if (!execution) return
    if (execution.reportsTurns) post({ type: 'entered', execution: execution.id })
    settle(execution, message.call, message)
    goOn(execution)
  }

  const drop = (id: number) => {
    const execution = executions.get(id)
    if (execution) forget(execution)
    post({ type: 'dropped', execution: id, keptBytes: kept() })
  }

  const dispatch = (message: ToWorker) => {
    switch (message.type) {
      case 'run':
        return run(message)
      case 'answer':
        return answer(message)
      case 'drop':
        return drop(message.execution)
    }
  }

  return {
    handle: (message: ToWorker) => {
      Atomics.store(block, control.running, message.execution)
      try {
        dispatch(message)
      } catch (error) {
        // The main thread requested the stop and has also sent a drop message for the execution.
        if (error !== stopped) throw error
      }
      Atomics.store(block, control.running, 0)
      // The end is reported by now, so no caller waits for this cleanup.
      instances.restoreLeft()
    },
  }
}
