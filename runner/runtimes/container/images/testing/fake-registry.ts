import { createHash, randomUUID } from 'node:crypto'
import Docker from 'dockerode'
import { extract } from 'tar-stream'
import { openHttpServer } from '../../../../testing/http-server.ts'
import { buildImage } from '../build-image.ts'
import { buildContext } from '../context.ts'
import type { ImageEngine } from '../image-engine.ts'

/** A fake registry with one image. An engine trusts a registry on the loopback without TLS. */
export type FakeRegistry = AsyncDisposable & {
  /** `127.0.0.1:PORT/debian@sha256:…`, as a Dockerfile would pin it. */
  readonly reference: string
  /** Requests received so far. */
  readonly asked: string[]
  /** Makes the manifest differ from its digest from now on. */
  tamper(): void
}

type Blob = { readonly bytes: Buffer; readonly digest: string }

/** The configuration of an image, and each layer as an archive. */
export type SavedImage = { readonly config: Blob; readonly layers: readonly Blob[] }

/** Serves a saved image with the registry protocol. */
export async function startFakeRegistry({ config, layers }: SavedImage): Promise<FakeRegistry> {
  const blobs = new Map([config, ...layers].map(({ digest, bytes }) => [digest, bytes]))
  const part = (mediaType: string, { bytes, digest }: Blob) => ({ mediaType, size: bytes.length, digest })
  const type = 'application/vnd.docker.distribution.manifest.v2+json'
  let manifest = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: type,
      config: part('application/vnd.docker.container.image.v1+json', config),
      // A new digest each time, because an engine requests only unknown digests.
      annotations: { test: randomUUID() },
      layers: layers.map((layer) => part('application/vnd.docker.image.rootfs.diff.tar.gzip', layer)),
    }),
  )
  const digest = digestOf(manifest)
  const asked: string[] = []

  const { port, ...server } = await openHttpServer((request, response) => {
    const { method = '', url = '' } = request
    asked.push(`${method} ${url}`)
    const blob = url.includes('/manifests/') ? manifest : blobs.get(url.split('/').at(-1) ?? '')
    const found = url === '/v2/' ? Buffer.from('{}') : blob
    response.writeHead(found === undefined ? 404 : 200, {
      'content-type': blob === manifest ? type : 'application/octet-stream',
      'content-length': found?.length ?? 0,
      ...(blob === manifest ? { 'docker-content-digest': digest } : {}),
    })
    response.end(method === 'HEAD' ? undefined : found)
  })

  return {
    ...server,
    reference: `127.0.0.1:${port}/debian@${digest}`,
    asked,
    tamper: () => {
      manifest = Buffer.concat([manifest, Buffer.from(' ')])
    },
  }
}

const digestOf = (bytes: Uint8Array) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

/** Marks the remains of a build. */
const smallLabel = 'travel-test-small'
/** A shell, `rm` and what they load, from another image. */
const smallDockerfile = `ARG BASE
FROM \${BASE} AS base
USER root
RUN ["/bin/sh", "-c", "mkdir /small && cp -L --parents /etc/passwd /bin/sh /bin/rm $(ldd /bin/sh /bin/rm | grep -o '/[^ :]*[.]so[^ ]*' | sort -u) /small"]
LABEL ${smallLabel}=1
FROM scratch
COPY --from=base /small/ /
`

/** Makes an image of a few megabytes, in which a shell script can run, from the programs of a Debian image. */
export async function buildSmallImage(engine: ImageEngine, from: string, tag: string): Promise<void> {
  await buildImage(engine, {
    context: buildContext([{ path: 'Dockerfile', content: smallDockerfile }]),
    tag,
    labels: {},
    buildArgs: { BASE: from },
    network: 'none',
    signal: new AbortController().signal,
    onLine: () => {},
  })
  await engine.removeNameless(smallLabel)
}

/** Reads the output of `docker save`. */
export async function saveImage(image: string): Promise<SavedImage> {
  const saving: Promise<NodeJS.ReadableStream> = new Docker().getImage(image).get()
  const files = new Map<string, Buffer>()
  const archive = (await saving).pipe(extract())
  for await (const entry of archive) {
    const chunks: Buffer[] = []
    for await (const chunk of entry) if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
    files.set(entry.header.name, Buffer.concat(chunks))
  }
  const fileOf = (name: string) => files.get(name) ?? Buffer.alloc(0)
  const [{ Config, Layers }]: [{ Config: string; Layers: string[] }] = JSON.parse(
    fileOf('manifest.json').toString('utf8'),
  )
  const blobOf = (name: string) => ({ bytes: fileOf(name), digest: digestOf(fileOf(name)) })
  return { config: blobOf(Config), layers: Layers.map(blobOf) }
}
