import { Readable } from 'node:stream'
import type Docker from 'dockerode'
import { extract } from 'tar-stream'
import type { Progress } from '../build-image.ts'
import type { Assembly, ImageConfig, ImageEngine } from '../image-engine.ts'
import { imageLabel } from '../labels.ts'

export type FakeAssembly = Omit<Assembly, 'archive' | 'signal'> & {
  /** The content of each file, prefixed with its mode in octal digits; empty for a folder. */
  readonly files: ReadonlyMap<string, string>
}
export type FakeBuild = { readonly options: Docker.ImageBuildOptions; readonly files: ReadonlyMap<string, string> }

/** A fake engine with its images in memory. */
export type FakeEngine = ImageEngine & {
  /** The names of each image by id; the images in `foreign` do not carry our label. */
  readonly images: Map<string, string[]>
  readonly foreign: Set<string>
  /** Images that a container uses: their last name cannot be removed. */
  readonly used: Set<string>
  readonly builds: FakeBuild[]
  readonly assemblies: FakeAssembly[]
  /** Deviations of the engine from a request, by the image's name. */
  readonly twisted: Map<string, Partial<ImageConfig>>
  readonly pulled: string[]
  /** The images in the registry; no other image can be pulled. */
  readonly registry: Set<string>
  /** The build of this tag ends with these messages. */
  readonly failing: Map<string, readonly object[]>
}

const longestText = 100_000

export function createFakeEngine(): FakeEngine {
  const images = new Map<string, string[]>()
  const foreign = new Set<string>()
  const used = new Set<string>()
  const builds: FakeBuild[] = []
  const pulled: string[] = []
  const registry = new Set<string>()
  const failing = new Map<string, readonly object[]>()
  const assemblies: FakeAssembly[] = []
  const twisted = new Map<string, Partial<ImageConfig>>()
  const configs = new Map<string, Partial<ImageConfig>>()
  const layers = new Map<string, readonly string[]>()
  const idOf = (name: string) => [...images].find(([, names]) => names.includes(name))?.[0]
  const put = (name: string, config: Partial<ImageConfig>, below: readonly string[] = []) => {
    const before = idOf(name)
    if (before !== undefined)
      images.set(
        before,
        namesOf(before).filter((other) => other !== name),
      )
    const id = `image ${configs.size}`
    images.set(id, [name])
    configs.set(id, config)
    layers.set(id, [...below, `layer of ${id}`])
  }
  const namesOf = (id: string) => images.get(id) ?? []
  const report = (...messages: readonly object[]) =>
    Readable.from(messages.map((message) => `${JSON.stringify(message)}\r\n`))

  return {
    images,
    foreign,
    used,
    builds,
    pulled,
    registry,
    failing,
    assemblies,
    twisted,
    requireDocker: async () => undefined,
    find: async (name) => {
      const id = idOf(name)
      if (id === undefined) return undefined
      const config = configs.get(id) ?? {}
      return { id, bytes: 1_000_000, config, layers: layers.get(id) ?? [] }
    },
    pull: async (reference) => {
      pulled.push(reference)
      if (!registry.has(reference)) return report({ status: 'Pulling' }, { error: 'no such host' })
      put(reference, {})
      foreign.add(idOf(reference) ?? '')
      return report({ status: 'Pulling', id: 'a1' }, { status: 'Downloaded' })
    },
    build: async (context, options) => {
      const files = new Map<string, string>()
      const archive = context.pipe(extract())
      for await (const entry of archive) {
        let text = ''
        // Cuts long files such as Node's binary.
        for await (const chunk of entry) if (text.length < longestText) text += String(chunk)
        files.set(entry.header.name, text)
      }
      builds.push({ options, files })
      const failure = failing.get(options.t ?? '')
      if (failure !== undefined) return report(...failure)
      put(options.t ?? '', { Labels: options.labels, Env: ['PATH=/bin'] })
      return report({ stream: 'Step 1/1 : FROM x\n' }, { stream: 'Successfully built\n' })
    },
    import: async (archive, name, labels) => {
      archive.resume()
      put(name, { Labels: labels })
      return report({ status: 'sha256:00' })
    },
    assemble: async ({ base, archive, name, config }) => {
      const files = new Map<string, string>()
      for await (const entry of archive.pipe(extract())) {
        let text = `${(entry.header.mode ?? 0).toString(8)} `
        for await (const chunk of entry) text += String(chunk)
        files.set(entry.header.name, entry.header.type === 'directory' ? '' : text)
      }
      assemblies.push({ base, name, config, files })
      put(name, { ...config, ...twisted.get(name) }, layers.get(base))
      return [...files.keys()].map((path) => `/${path.replace(/\/$/, '')}`)
    },
    removeAssembled: async () => undefined,
    addName: async (of, name) => {
      const id = idOf(of)
      if (id === undefined) throw new Error(`No such image: ${of}`)
      const before = idOf(name)
      if (before !== undefined)
        images.set(
          before,
          namesOf(before).filter((other) => other !== name),
        )
      images.set(id, [...namesOf(id), name])
    },
    removeName: async (name) => {
      const id = idOf(name)
      if (id === undefined) return false
      if (namesOf(id).length === 1) {
        if (used.has(name)) return false
        images.delete(id)
      } else
        images.set(
          id,
          namesOf(id).filter((other) => other !== name),
        )
      return true
    },
    named: async (label) =>
      label === imageLabel ? [...images].filter(([id]) => !foreign.has(id)).map(([, names]) => names) : [],
    removeNameless: async () => {
      for (const [id, names] of images) if (names.length === 0) images.delete(id)
    },
  }
}

/** Progress that records the labels of its steps. */
export function recordedProgress(): Progress & { readonly steps: string[] } {
  const steps: string[] = []
  return {
    steps,
    step: (label, work) => {
      steps.push(label)
      return work()
    },
    detail: () => {},
  }
}
