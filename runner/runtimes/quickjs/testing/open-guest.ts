import { Compiled } from '../bytecode.ts'
import type { Pointer } from '../engine.ts'
import { Vm } from '../vm.ts'

const everything = 0xffffffff

/** A VM that runs a test's code and exposes its values. In it, `give(value)` passes a value to `see`. */
export function openGuest(module: WebAssembly.Module) {
  let seen: (vm: Vm, value: Pointer) => Pointer | undefined = () => undefined
  const vm = new Vm(module, {
    interrupt: () => {},
    nowMs: () => 0,
    hostCall: (_, [value = 0, ...more]) => {
      if (more.length === 0) return seen(vm, value)
      vm.keep([], [value, ...more])
      return undefined
    },
  })
  const run = (code: string) => vm.run(Compiled.by(() => vm.compile(code, 'test.js')))
  vm.fuel = 1e15
  vm.boot(everything)
  vm.defineHostFunction('give')
  run('give(Object.prototype, Array.prototype)')
  const image = vm.capture()
  return {
    vm,
    /** Runs a script in the original state; earlier scripts leave nothing behind. */
    run: (code: string) => {
      vm.restore(image)
      vm.fuel = 1e15
      run(code)
    },
    /** Sets the handler for `give`, which returns the handler's result. */
    see: (then: (vm: Vm, value: Pointer) => Pointer | undefined) => {
      seen = then
    },
  }
}

export type Guest = ReturnType<typeof openGuest>
