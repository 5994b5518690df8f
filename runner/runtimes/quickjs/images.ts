import { readFileSync } from 'node:fs'
import { LRUCache } from 'lru-cache'
import { pageLimitOf } from './engine.ts'
import { failureOf, type GuestFailure } from './guest-failure.ts'
import { guestCall, guestFunction, hostFunctionName } from './guest-protocol.ts'
import { GuestException, Vm, type VmImage } from './vm.ts'
import type { VmPorts } from './vm-imports.ts'

/** Loading a skill's code is bounded too: its top level runs here. */
const loadFuel = 5_000_000_000
const loadMemoryMb = 64
/** What stays in images, together. */
const cachedImages = 16
const cachedBytes = 128 * 1024 * 1024

const mb = 1024 * 1024
const intrinsics = { all: 0xffffffff, eval: 2, weakRef: 512, performance: 1024, domException: 2048, base64: 4096 }
/** Without `eval` the context has no compiler: no text becomes code in it, whichever way it is tried. */
const guestIntrinsics =
  intrinsics.all &
  ~(intrinsics.eval | intrinsics.weakRef | intrinsics.performance | intrinsics.domException | intrinsics.base64)

const guestScripts = ['lockdown.cjs', 'url-search-params.cjs', 'sdk.cjs'].map((file) => ({
  file,
  source: readFileSync(new URL(`guest/${file}`, import.meta.url), 'utf8'),
}))

export type Images = {
  /** The image of the skill whose code has this digest, when it is at hand. */
  get(digest: string): VmImage | undefined
  /** Loads a skill's code. */
  make(digest: string, code: string): { readonly image: VmImage } | { readonly failure: GuestFailure }
}

/**
 * Images of skills: the guest's script and the skill's code loaded, its top level run. An execution starts from one,
 * so that nothing is parsed twice and nothing is left from one execution for the next.
 */
export function createImages(module: WebAssembly.Module, control: Pick<VmPorts, 'interrupt'>): Images {
  let hasSkill = false
  const ports: VmPorts = {
    ...control,
    nowMs: () => 0,
    hostCall: (vm, [kind = 0, ...args]) => {
      switch (vm.numberOf(kind)) {
        case guestCall.entries:
          vm.keepFunctions(args)
          return undefined
        case guestCall.ready:
          hasSkill = true
          return undefined
        default:
          throw new GuestException('A host call at the top level of the skill')
      }
    },
  }
  const compiler = new Vm(module, ports)
  compiler.fuel = loadFuel
  compiler.boot(intrinsics.all)
  const compilerImage = compiler.capture()
  const compile = (source: string, file: string) => {
    compiler.restore(compilerImage)
    compiler.fuel = loadFuel
    return compiler.compile(source, file)
  }

  const vm = new Vm(module, ports)
  vm.fuel = loadFuel
  vm.boot(guestIntrinsics)
  vm.limitMemory(loadMemoryMb * mb)
  vm.defineHostFunction(hostFunctionName)
  for (const { source, file } of guestScripts) vm.run(compile(source, file))
  vm.collectGarbage()
  const baseImage = vm.capture()

  const images = new LRUCache<string, VmImage>({
    max: cachedImages,
    maxSize: cachedBytes,
    sizeCalculation: (image) => image.memory.length,
  })
  const load = (bytecode: Uint8Array): VmImage => {
    hasSkill = false
    vm.restore(baseImage)
    vm.fuel = loadFuel
    vm.limitPages(pageLimitOf(loadMemoryMb))
    vm.run(bytecode)
    vm.call(guestFunction.seal, [])
    if (!hasSkill) throw new GuestException('The skill has no function as its default export')
    vm.collectGarbage()
    return vm.capture()
  }
  return {
    get: (digest) => images.get(digest),
    make: (digest, code) => {
      let running = compiler
      try {
        const bytecode = compile(code, 'skill.js')
        running = vm
        const image = load(bytecode)
        images.set(digest, image)
        return { image }
      } catch (error) {
        return { failure: failureOf(error, running) }
      }
    },
  }
}
