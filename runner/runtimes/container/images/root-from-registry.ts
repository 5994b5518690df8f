import { buildImage, followEngine } from './build-image.ts'
import { buildContext, type ContextFile } from './context.ts'
import type { ImageEngine } from './image-engine.ts'
import { imageLabels } from './labels.ts'
import type { Progress } from './progress.ts'

/** Debian 12, for every architecture that it supports. */
export const pinnedBase = 'debian:bookworm-slim@sha256:96e378d7e6531ac9a15ad505478fcc2e69f371b10f5cdf87857c4b8188404716'

/** Pulls an image from its registry. Throws the engine's message on failure. */
export async function pullImage(
  engine: ImageEngine,
  reference: string,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  const stream = await engine.pull(reference, signal)
  await followEngine(stream, `${reference} could not be pulled`, {
    signal,
    onLine: (line) => progress.detail(line),
  })
}

type RegistryOptions = {
  /** A Debian image that the engine has. */
  readonly from: string
  readonly setup: readonly ContextFile[]
  readonly tag: string
  readonly progress: Progress
  readonly signal: AbortSignal
}

/**
 * Makes the root of the base image from a Debian image. Its packages come from Debian's mirror through the engine's
 * network.
 */
export async function rootFromImage(engine: ImageEngine, options: RegistryOptions): Promise<void> {
  const { from, setup, tag, progress, signal } = options
  await progress.step(`Python, certificates and the first process on ${from.split('@')[0]}`, () =>
    buildImage(engine, {
      context: buildContext(setup),
      tag,
      labels: imageLabels('root', tag),
      buildArgs: { FROM_IMAGE: from },
      network: 'default',
      signal,
      onLine: (line) => progress.detail(line),
    }),
  )
}
