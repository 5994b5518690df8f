import { LRUCache } from 'lru-cache'
import { control } from '../../pool/control.ts'
import type { AnswerMessage, FromWorker, GivenAnswer, GuestEnd, RunMessage, ToWorker } from '../../pool/messages.ts'

import { pageLimitOf, wasmPageBytes } from './engine.ts'
import { createExecution, type Execution } from './execution.ts'
import { crashed, failed, failureOf } from './guest-failure.ts'
import { guestFunction } from './guest-protocol.ts'
import { GuestEnded, guestHostCall } from './host-calls.ts'
import { createImages } from './images.ts'
import { createInstances } from './instances.ts'
import type { Vm } from './vm.ts'

export type ExecutorOptions = {
  readonly module: WebAssembly.Module
  /** Shared with the main thread; its slots are in `control.ts`. */
  readonly control: Int32Array
  readonly instances: number
  readonly post: (message: FromWorker) => void
}

const mb = 1024 * 1024
/** Code of skills that the main thread need not send again. */
const keptCodes = 64

/** The main thread wants the execution stopped that runs now. */
class GuestStopped extends Error {}

/**
 * Runs executions on one thread. A guest runs until it ends or waits for the host; whoever is answered next, runs next.
 */
export function createExecutor({ module, control: block, instances: count, post }: ExecutorOptions) {
  const executions = new Map<number, Execution>()
  const codes = new LRUCache<string, string>({ max: keptCodes })
  let current: Execution | undefined
  const stopped = new GuestStopped('The execution was stopped')
  const interrupt = () => {
    const running = Atomics.load(block, control.running)
    if (running !== 0 && Atomics.load(block, control.stop) === running) throw stopped
  }
  const images = createImages(module, { interrupt })
  const ports = {
    interrupt,
    nowMs: () => current?.nowMs ?? 0,
    hostCall: (vm: Vm, args: readonly number[]) => {
      if (!current) throw new Error('A guest calls while none runs')
      return guestHostCall(vm, current, args)
    },
  }
  const instances = createInstances(module, ports, count)

  const report = (execution: Execution, end: GuestEnd | undefined) => {
    const { id, calls } = execution
    const fuelLeft = Math.max(0, execution.fuel)
    execution.calls = []
    if (end) post({ type: 'ended', execution: id, calls, fuelLeft, end })
    else post({ type: 'waiting', execution: id, calls, fuelLeft })
  }

  const forget = (execution: Execution) => {
    executions.delete(execution.id)
    instances.leave(execution)
  }

  /** Lets the guest run until it ends, waits or is stopped. */
  const step = (execution: Execution, enter: (vm: Vm) => void) => {
    const vm = instances.enter(execution)
    vm.fuel = execution.fuel
    vm.limitPages(execution.pageLimit)
    current = execution
    try {
      enter(vm)
      if (execution.waitsFor === 0) execution.end = crashed('it waits for something that never comes', vm)
    } catch (error) {
      if (error === stopped) throw error
      if (!(error instanceof GuestEnded)) execution.end = failureOf(error, vm)
    } finally {
      current = undefined
      execution.fuel = vm.fuel
    }
  }

  /** Gives the guest the answer to one of its requests, and lets it run. */
  const settle = (execution: Execution, call: number, { fulfilled, json, body }: GivenAnswer) => {
    execution.waitsFor -= 1
    if (body) {
      execution.bodies.set(call, body)
      execution.bodyBytes += body.length
      if (execution.bodyBytes > execution.memoryBytes) {
        execution.end = failed('OUT_OF_MEMORY', 'bodies that it does not read take more than its memory')
        return
      }
    }
    step(execution, (vm) => {
      vm.call(guestFunction.settle, [vm.newNumber(call), vm.newNumber(fulfilled ? 1 : 0), vm.newText(json)])
    })
  }

  /** Goes on with the answers that were sent along, then reports. */
  const goOn = (execution: Execution) => {
    while (!execution.end) {
      const next = execution.ahead[execution.aheadGiven]
      const call = execution.requests[next?.request ?? -1]
      if (!next || call === undefined) break
      execution.aheadGiven += 1
      settle(execution, call, next)
    }
    if (execution.end) forget(execution)
    report(execution, execution.end)
  }

  const run = (message: RunMessage) => {
    const { execution: id, digest } = message
    if (message.code !== undefined) codes.set(digest, message.code)
    let image = images.get(digest)
    if (!image) {
      const code = codes.get(digest)
      if (code === undefined) return post({ type: 'code_wanted', execution: id })
      const made = images.make(digest, code)
      if ('failure' in made)
        return post({ type: 'ended', execution: id, calls: [], fuelLeft: message.fuel, end: made.failure })
      image = made.image
    }
    const pageLimit = pageLimitOf(message.memoryMb)
    if (image.start + image.memory.length > pageLimit * wasmPageBytes) {
      const end = failed('OUT_OF_MEMORY', 'what its top level keeps takes more than its memory')
      return post({ type: 'ended', execution: id, calls: [], fuelLeft: message.fuel, end })
    }
    const execution = createExecution(message, image, pageLimit)
    executions.set(id, execution)
    step(execution, (vm) => {
      vm.limitMemory(message.memoryMb * mb)
      vm.call(guestFunction.start, [vm.newText(message.input)])
    })
    goOn(execution)
  }

  const answer = (message: AnswerMessage) => {
    const execution = executions.get(message.execution)
    if (!execution) return
    settle(execution, message.call, message)
    goOn(execution)
  }

  const drop = (id: number) => {
    const execution = executions.get(id)
    if (execution) forget(execution)
    post({ type: 'dropped', execution: id })
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
        // The main thread, which wanted it stopped, has dropped it too: that message is on its way.
        if (error !== stopped) throw error
      }
      Atomics.store(block, control.running, 0)
    },
  }
}
