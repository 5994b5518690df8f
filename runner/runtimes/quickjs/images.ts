import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { LRUCache } from 'lru-cache'
import { failureOf, GuestException, type GuestFailure } from '../wasm/guest-failure.ts'
import { Compiled } from './bytecode.ts'
import { pageLimitOf } from './engine.ts'
import { guestCall, guestFunction, guestScripts, hostFunctionName } from './guest-protocol.ts'
import { Vm, type VmImage, type VmPorts } from './vm.ts'

/** Limits for loading a skill's code, because its top level runs at load. */
const loadFuel = 5_000_000_000
const loadMemoryMb = 64
const maxFailures = 256

const mb = 1024 * 1024
const intrinsics = { all: 0xffffffff, eval: 2, weakRef: 512, performance: 1024, domException: 2048, base64: 4096 }
/** Without `eval` the context has no compiler, so no text can become code in it. */
const guestIntrinsics =
  intrinsics.all &
  ~(intrinsics.eval | intrinsics.weakRef | intrinsics.performance | intrinsics.domException | intrinsics.base64)

const sources = guestScripts.map((file) => ({
  file: basename(file),
  source: readFileSync(new URL(`guest/${file}`, import.meta.url), 'utf8'),
}))

export type ImageLimits = {
  /** Total size limit for images of active skills. */
  readonly imageBytes: number
  /** Total size limit for the compressed bytecode of skills, active or idle. */
  readonly bytecodeBytes: number
}
/** About ten images, for each worker: another one is made from its bytecode in about a millisecond. */
const defaultLimits: ImageLimits = { imageBytes: 8 * mb, bytecodeBytes: 16 * mb }

type ImageResult = { readonly image: VmImage } | { readonly failure: GuestFailure }

/**
 * Images of skills: the guest's script and the skill's code are loaded and its top level has run. An execution starts
 * from an image, so that nothing is parsed twice and nothing is left over from an earlier execution. An idle skill
 * loses its image to active ones and keeps its bytecode.
 */
export function createImages(
  module: WebAssembly.Module,
  control: Pick<VmPorts, 'interrupt'>,
  limits: ImageLimits = defaultLimits,
) {
  let hasSkill = false
  const ports: VmPorts = {
    ...control,
    nowMs: () => 0,
    hostCall: (vm, [kind = 0, ...args]) => {
      switch (vm.numberOf(kind)) {
        case guestCall.entries:
          vm.keep(args.slice(2), args.slice(0, 2))
          return undefined
        case guestCall.ready:
          hasSkill = true
          return undefined
        default:
          throw new GuestException('The skill made a host call at its top level')
      }
    },
  }
  const compiler = new Vm(module, ports)
  compiler.fuel = loadFuel
  compiler.boot(intrinsics.all)
  const compilerImage = compiler.capture()
  const compile = (source: string, file: string) =>
    Compiled.by(() => {
      compiler.restore(compilerImage)
      compiler.limitPages(pageLimitOf(loadMemoryMb))
      compiler.fuel = loadFuel
      return compiler.compile(source, file)
    })

  const vm = new Vm(module, ports)
  vm.fuel = loadFuel
  vm.boot(guestIntrinsics)
  vm.limitMemory(loadMemoryMb * mb)
  vm.defineHostFunction(hostFunctionName)
  for (const { source, file } of sources) vm.run(compile(source, file))
  vm.collectGarbage()
  const baseImage = vm.capture()

  const images = new LRUCache<string, VmImage>({
    maxSize: limits.imageBytes,
    sizeCalculation: (image) => image.memory.length,
  })
  const bytecodes = new LRUCache<string, Compiled>({
    maxSize: limits.bytecodeBytes,
    sizeCalculation: (compiled) => compiled.packedBytes,
  })

  /** Deterministic: clock, host and memory are always the same. */
  const load = (digest: string, compiled: Compiled): VmImage => {
    hasSkill = false
    vm.restore(baseImage)
    vm.fuel = loadFuel
    vm.limitPages(pageLimitOf(loadMemoryMb))
    vm.run(compiled)
    vm.call(guestFunction.seal, [])
    if (!hasSkill) throw new GuestException('The skill has no function as its default export')
    vm.collectGarbage()
    const image = vm.capture()
    images.set(digest, image)
    return image
  }

  /** A failed load would fail again, so its failure is cached and its fuel is used once only. */
  const failures = new LRUCache<string, GuestFailure>({ max: maxFailures })

  const attempt = (digest: string, compiled: Compiled): ImageResult => {
    try {
      return { image: load(digest, compiled) }
    } catch (error) {
      const failure = failureOf(error, vm)
      failures.set(digest, failure)
      return { failure }
    }
  }

  return {
    /**
     * The image of the skill with this code digest, from the cache or made from its bytecode. `undefined`: neither is
     * kept.
     */
    get: (digest: string) => {
      const image = images.get(digest)
      if (image) return { image }
      const failure = failures.get(digest)
      if (failure) return { failure }
      const compiled = bytecodes.get(digest)
      return compiled && attempt(digest, compiled)
    },
    /** Compiles and loads a skill's code. */
    make: (digest: string, code: string) => {
      let compiled: Compiled
      try {
        compiled = compile(code, 'skill.js')
      } catch (error) {
        return { failure: failureOf(error, compiler) }
      }
      bytecodes.set(digest, compiled)
      return attempt(digest, compiled)
    },
    /** Bytes kept for a skill: its image while it is active, and its bytecode. */
    kept: (digest: string) => ({
      image: images.peek(digest)?.memory.length ?? 0,
      bytecode: bytecodes.peek(digest)?.packedBytes ?? 0,
    }),
  }
}
