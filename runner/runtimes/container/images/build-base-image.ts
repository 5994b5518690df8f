import type { BaseInputs } from './base-inputs.ts'
import { buildImage, followEngine, type Progress } from './build-image.ts'
import { buildContext, type ContextFile } from './context.ts'
import type { ImageEngine } from './image-engine.ts'
import { ImageError } from './image-error.ts'
import { imageLabels } from './labels.ts'
import { lookAtMachine, type Machine } from './machine.ts'
import { rootFromPackages } from './root-from-packages.ts'

/** Debian 12, for every architecture that it supports. */
export const pinnedBase = 'debian:bookworm-slim@sha256:96e378d7e6531ac9a15ad505478fcc2e69f371b10f5cdf87857c4b8188404716'

/** Pulls an image from its registry. Throws the engine's message on failure. */
async function pullImage(
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
async function rootFromImage(engine: ImageEngine, options: RegistryOptions): Promise<void> {
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

type BaseImageOptions = {
  readonly inputs: BaseInputs
  readonly progress: Progress
  readonly signal: AbortSignal
  readonly machine?: () => Promise<Machine>
}

/** Builds the base image on its root: everything that skills need on top of a Debian system. */
export async function buildBaseImage(engine: ImageEngine, options: BaseImageOptions): Promise<void> {
  const { inputs, progress, signal } = options
  await progress.step('Node, the harness and the Python SDK', () =>
    buildImage(engine, {
      context: buildContext(inputs.context),
      tag: inputs.tag,
      labels: imageLabels('base', inputs.tag),
      buildArgs: { ROOT: inputs.rootTag },
      network: 'none',
      signal,
      onLine: (line) => progress.detail(line),
    }),
  )
}

/**
 * Makes the root of the base image: from the operator's own Debian image, else from the pinned image of a registry,
 * else from Debian's packages. If none is available, throws an ImageError that names the remedies.
 */
export async function buildRootImage(engine: ImageEngine, options: BaseImageOptions): Promise<void> {
  const { inputs, progress, signal, machine: look = lookAtMachine } = options
  const { setup, operatorBase, rootTag: tag } = inputs
  const shared = { setup, tag, progress, signal }
  if (operatorBase !== undefined) {
    await haveOperatorBase(engine, operatorBase, progress, signal)
    return rootFromImage(engine, { ...shared, from: operatorBase })
  }
  let unreachable: string
  try {
    await progress.step(`Looking for ${pinnedBase.split('@')[0]}`, () =>
      pullImage(engine, pinnedBase, progress, signal),
    )
    return await rootFromImage(engine, { ...shared, from: pinnedBase })
  } catch (cause) {
    if (signal.aborted) throw cause
    unreachable = cause instanceof Error ? cause.message : String(cause)
  }
  const machine = await look()
  if (machine.kind === 'debian') return rootFromPackages(engine, { ...shared, machine })
  throw new ImageError(
    [
      'There is nothing to build the base image from.',
      `  A registry: ${unreachable.trim()}`,
      `  Debian's packages: ${machine.reason} — ${machine.remedy}`,
      '  Your own Debian image: set TRAVEL_BASE_IMAGE to its name',
    ].join('\n'),
  )
}

async function haveOperatorBase(
  engine: ImageEngine,
  name: string,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  if ((await engine.find(name)) !== undefined) return
  await progress
    .step(`Pulling ${name}`, () => pullImage(engine, name, progress, signal))
    .catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new ImageError(
        `TRAVEL_BASE_IMAGE names ${name}, which the engine does not have and could not pull: ${reason}`,
        {
          cause,
        },
      )
    })
}
