import Docker from 'dockerode'
import { ImageError } from './image-error.ts'

/** What an engine is asked for images. `name` is `repository:tag` throughout. */
export type ImageEngine = {
  /** Rejects with an ImageError when no engine answers. */
  ping(): Promise<void>
  /** Bytes of an image with all of its layers. `undefined`: it is not there. */
  sizeOf(name: string): Promise<number | undefined>
  /** Each of these gives what the engine reports meanwhile, for `followEngine`. */
  pull(reference: string, signal: AbortSignal): Promise<NodeJS.ReadableStream>
  build(context: NodeJS.ReadableStream, options: Docker.ImageBuildOptions): Promise<NodeJS.ReadableStream>
  /** Makes an image of one layer out of an archive. */
  import(archive: NodeJS.ReadableStream, name: string, labels: Record<string, string>): Promise<NodeJS.ReadableStream>
  /** Gives an image another name. */
  addName(of: string, name: string): Promise<void>
  /** Takes a name away, and the image with its last one. False: a container uses it, or it is gone. */
  removeName(name: string): Promise<boolean>
  /** The names of each image with this label. */
  named(label: string): Promise<ReadonlyArray<readonly string[]>>
  /** Removes images with this label that have no name and that nothing is built on. */
  removeNameless(label: string): Promise<void>
}

/** What older engines call an image without a name. */
const nameless = '<none>:<none>'

/** An engine as the environment names it (`DOCKER_HOST`), else the one on its usual socket. */
export function createImageEngine(docker = new Docker()): ImageEngine {
  return {
    ping: () => docker.ping().then(() => undefined, noEngine),
    sizeOf: (name) =>
      docker
        .getImage(name)
        .inspect()
        .then(({ Size }) => Size, unlessStatus(undefined, 404)),
    pull: (reference, signal) => docker.pull(reference, { abortSignal: signal }),
    build: (context, options) => docker.buildImage(context, options),
    import: (archive, name, labels) => {
      const [repo = '', tag = ''] = name.split(':')
      const changes = Object.entries(labels).map(([label, value]) => `LABEL ${label}=${value}`)
      return docker.importImage(archive, { repo, tag, changes: changes.join('\n') })
    },
    addName: (of, name) => {
      const [repo = '', tag = ''] = name.split(':')
      return docker.getImage(of).tag({ repo, tag })
    },
    removeName: (name) =>
      docker
        .getImage(name)
        .remove()
        .then(() => true, unlessStatus(false, 404, 409)),
    named: (label) =>
      docker
        .listImages({ filters: JSON.stringify({ label: [label] }) })
        .then((images) => images.map(({ RepoTags }) => (RepoTags ?? []).filter((name) => name !== nameless))),
    removeNameless: (label) =>
      docker.pruneImages({ filters: { dangling: ['true'], label: [label] } }).then(() => undefined),
  }
}

function noEngine(cause: unknown): never {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const remedy = 'install Docker and start it (on Debian: apt-get install docker.io), or set DOCKER_HOST'
  throw new ImageError(`No Docker engine answers (${reason}): ${remedy}.`, { cause })
}

function unlessStatus<T>(value: T, ...statuses: number[]): (error: unknown) => T {
  return (error) => {
    if (error instanceof Error && 'statusCode' in error && statuses.includes(Number(error.statusCode))) return value
    throw error
  }
}
