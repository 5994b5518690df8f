import { randomUUID } from 'node:crypto'
import Docker from 'dockerode'
import * as z from 'zod'
import { ImageError } from './image-error.ts'

/** The complete run configuration of an image. Absent and empty values are equivalent. */
export const ImageConfig = z.object({
  User: z.string().nullish(),
  Entrypoint: z.array(z.string()).nullish(),
  Cmd: z.array(z.string()).nullish(),
  Env: z.array(z.string()).nullish(),
  WorkingDir: z.string().nullish(),
  Labels: z.record(z.string(), z.string()).nullish(),
  Volumes: z.record(z.string(), z.unknown()).nullish(),
  ExposedPorts: z.record(z.string(), z.unknown()).nullish(),
  Healthcheck: z.unknown().optional(),
  OnBuild: z.array(z.string()).nullish(),
  StopSignal: z.string().nullish(),
  Shell: z.array(z.string()).nullish(),
})
export type ImageConfig = z.infer<typeof ImageConfig>

const ImageBody = z.object({
  Id: z.string().min(1),
  Size: z.number(),
  Config: ImageConfig.nullish(),
  RootFS: z.object({ Layers: z.array(z.string()).nullish() }).nullish(),
})

export type ImageDescription = {
  readonly id: string
  /** Total size of all of its layers. */
  readonly bytes: number
  readonly config: ImageConfig
  /** Digests of its layers, the lowest first. */
  readonly layers: readonly string[]
}

export type Assembly = {
  /** Id of the image to which the files are added as a layer. */
  readonly base: string
  /** Files and folders, with paths relative to the root. */
  readonly archive: NodeJS.ReadableStream
  readonly name: string
  readonly config: Pick<ImageConfig, 'User' | 'Entrypoint' | 'Cmd' | 'Env' | 'WorkingDir' | 'Labels'>
  readonly signal: AbortSignal
}

/**
 * The engine's operations on images. `name` is `repository:tag` throughout. Operations without a signal have their own
 * deadline.
 */
export type ImageEngine = ReturnType<typeof createImageEngine>

/** The name that older engines report for an image without a name. */
const nameless = '<none>:<none>'
const assembling = 'travel-assembling-'
/** After this time no `assemble` is still running. */
const assemblingSeconds = 600
/** Deadline for a call that makes nothing. The removal of large images takes long on a slow disk. */
const defaultCallMs = 120_000
const Version = z.object({ Components: z.array(z.object({ Name: z.string() })).default([]) })
/** If there are no changes, the engine's answer may be empty. */
const Changes = z.preprocess(
  (answer) => (answer instanceof Uint8Array && answer.length === 0 ? [] : answer),
  z.array(z.object({ Path: z.string() })).nullish(),
)

/** The engine from the environment (`DOCKER_HOST`), or the one on the default socket. */
export function createImageEngine(docker = new Docker(), callMs = defaultCallMs) {
  const inTime = async <T>(call: (abortSignal: AbortSignal) => Promise<T>): Promise<T> => {
    const signal = AbortSignal.timeout(callMs)
    try {
      return await call(signal)
    } catch (cause) {
      if (!signal.aborted) throw cause
      throw new ImageError(`the engine did not answer within ${callMs} ms`, { cause })
    }
  }
  const get = (path: string) =>
    inTime((abortSignal) => dial(docker, { path, method: 'GET', statusCodes: { 200: true }, abortSignal }))
  const removeContainer = (id: string) =>
    inTime((abortSignal) => docker.getContainer(id).remove({ force: true, v: true, abortSignal }))

  return {
    /** Rejects with an ImageError when no engine answers, or when the engine is not supported. */
    requireDocker: () => get('/version').then(refusePodman, noEngine),
    /** `undefined`: the image does not exist. */
    find: (name: string) => get(`/images/${name}/json`).then(describe, unlessStatus(undefined, 404)),
    /** `pull`, `build` and `import` return the engine's progress reports, for `followEngine`. */
    pull: (reference: string, signal: AbortSignal) => docker.pull(reference, { abortSignal: signal }),
    build: (context: NodeJS.ReadableStream, options: Docker.ImageBuildOptions) => docker.buildImage(context, options),
    /** Makes an image with one layer from an archive. */
    import: (archive: NodeJS.ReadableStream, name: string, labels: Record<string, string>, signal: AbortSignal) => {
      const [repo = '', tag = ''] = name.split(':')
      const changes = Object.entries(labels).map(([label, value]) => `LABEL ${label}=${value}`)
      return docker.importImage(archive, { repo, tag, changes: changes.join('\n'), abortSignal: signal })
    },
    /**
     * Makes an image from another one and one layer with these files. No program runs, and no container remains. Returns
     * the changes in the file system as absolute paths.
     */
    async assemble({ base, archive, name, config, signal }: Assembly) {
      const [repo = '', tag = ''] = name.split(':')
      const container = await docker.createContainer({
        abortSignal: signal,
        // Marked by its name, because a label of the container would become a label of the image.
        name: `${assembling}${randomUUID()}`,
        Image: base,
        NetworkDisabled: true,
        HostConfig: { NetworkMode: 'none' },
      })
      try {
        await container.putArchive(archive, { path: '/', noOverwriteDirNonDir: 'true', abortSignal: signal })
        const changes = Changes.parse(await container.changes({ abortSignal: signal })) ?? []
        await commit(docker, { container: container.id, repo, tag }, config, signal)
        return changes.map(({ Path }) => Path)
      } finally {
        await removeContainer(container.id)
      }
    },
    /** Gives an image an additional name. */
    addName: (of: string, name: string) => {
      const [repo = '', tag = ''] = name.split(':')
      return inTime((abortSignal) => docker.getImage(of).tag({ repo, tag, abortSignal }))
    },
    /**
     * Removes a name, and with an image's last name also the image. False: a container uses the image, or the image is
     * missing.
     */
    removeName: (name: string) =>
      inTime((abortSignal) => docker.getImage(name).remove({ abortSignal })).then(
        () => true,
        unlessStatus(false, 404, 409),
      ),
    /** The names of each image with this label. */
    async named(label: string) {
      const filters = JSON.stringify({ label: [label] })
      const images = await inTime((abortSignal) => docker.listImages({ filters, abortSignal }))
      return images.map(({ RepoTags }) => (RepoTags ?? []).filter((name) => name !== nameless))
    },
    /** Removes images with this label that have no name and no image on top. */
    async removeNameless(label: string) {
      const filters = { dangling: ['true'], label: [label] }
      await inTime((abortSignal) => docker.pruneImages({ filters, abortSignal }))
    },
    /** Removes containers left by an interrupted `assemble`. */
    async removeAssembled() {
      const filters = { name: [assembling] }
      const left = await inTime((abortSignal) => docker.listContainers({ all: true, filters, abortSignal }))
      for (const { Id, Created } of left) {
        if (Created > Date.now() / 1000 - assemblingSeconds) continue
        await removeContainer(Id).catch(unlessStatus(undefined, 404, 409))
      }
    },
  }
}

function describe(inspected: unknown): ImageDescription {
  const { Id, Size, Config, RootFS } = ImageBody.parse(inspected)
  return { id: Id, bytes: Size, config: Config ?? {}, layers: RootFS?.Layers ?? [] }
}

/** Sends the configuration as JSON, so that no value can be parsed as anything else. */
async function commit(
  docker: Docker,
  query: { readonly container: string; readonly repo: string; readonly tag: string },
  config: Assembly['config'],
  signal: AbortSignal,
): Promise<void> {
  await dial(docker, {
    path: '/commit?',
    method: 'POST',
    options: { _query: query, _body: config },
    statusCodes: { 200: true, 201: true },
    abortSignal: signal,
  })
}

async function dial(docker: Docker, call: Parameters<Docker['modem']['dial']>[0]): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  docker.modem.dial(call, (error: unknown, answer: unknown) => (error ? reject(error) : resolve(answer)))
  return promise
}

/**
 * Podman answers on the same socket but names images differently, and the isolation of containers is not tested with
 * it.
 */
function refusePodman(version: unknown): void {
  const read = Version.safeParse(version)
  if (!read.success) {
    throw new ImageError(
      'The program on this socket is not a Docker engine: install Docker, or set DOCKER_HOST to a Docker engine.',
    )
  }
  if (!read.data.Components.some(({ Name }) => Name.includes('Podman'))) return
  throw new ImageError(
    'The engine is Podman, which is not supported: install Docker, or set DOCKER_HOST to a Docker engine.',
  )
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
