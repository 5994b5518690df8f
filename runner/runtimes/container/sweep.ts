import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine, Labelled } from './engine.ts'
import { ownerOf } from './labels.ts'
import type { Swept } from './messages.ts'

export type SweepOptions = {
  readonly engine: Pick<Engine, 'containers' | 'remove' | 'networks' | 'removeNetwork'>
  /** Has a folder for each instance of this installation, with its sockets. */
  readonly socketRoot: string
  readonly installation: string
  readonly instance: string
  /** Whether a container or network of this instance is in use. */
  readonly isInUse: (name: string) => boolean
  readonly now: () => number
  readonly onFailure: (what: string, cause: unknown) => void
}

/** Another installation's clock and pace are its own: what it has is left alone for this long after it expired. */
const foreignGraceMs = 10 * 60_000

/** Which instances of this installation, without this one, have something on the engine or a folder of sockets. */
export async function surveyInstances(options: SweepOptions): Promise<string[]> {
  const { engine, installation, instance } = options
  const labelled = [...(await engine.containers()), ...(await engine.networks())]
  const owners = labelled.map(({ labels }) => ownerOf(labels)).filter((owner) => owner?.installation === installation)
  const found = new Set([...owners.map((owner) => owner?.instance ?? ''), ...(await folders(options))])
  found.delete(instance)
  found.delete('')
  return [...found]
}

/**
 * Removes containers, then networks, then folders of sockets: those of dead instances; those of this one that are not in
 * use; and those of other installations on the same engine that expired long ago, which nobody else will remove. What
 * another live instance has is never touched. One that cannot be removed does not keep the others.
 */
export async function sweep(options: SweepOptions, dead: ReadonlySet<string>): Promise<Swept> {
  const { engine, instance, socketRoot, onFailure } = options
  const removeAll = async (things: readonly string[], remove: (name: string) => Promise<void>) => {
    let removed = 0
    for (const name of things) {
      try {
        await remove(name)
        removed += 1
      } catch (cause) {
        onFailure(name, cause)
      }
    }
    return removed
  }
  const leftOf = (things: readonly Labelled[]) =>
    things.filter((thing) => isLeft(thing, options, dead)).map(({ name }) => name)

  const containers = await removeAll(leftOf(await engine.containers()), engine.remove)
  const networks = await removeAll(leftOf(await engine.networks()), engine.removeNetwork)
  const deadFolders = (await folders(options)).filter((name) => name !== instance && dead.has(name))
  const removed = await removeAll(deadFolders, (name) => rm(join(socketRoot, name), { recursive: true, force: true }))
  return { containers, networks, folders: removed }
}

function isLeft({ name, labels }: Labelled, options: SweepOptions, dead: ReadonlySet<string>): boolean {
  const owner = ownerOf(labels)
  // Not made by this runtime, or by one whose labels cannot be read: not ours to remove.
  if (owner === undefined) return false
  if (owner.installation !== options.installation) return owner.expiresMs + foreignGraceMs < options.now()
  if (owner.instance === options.instance) return !options.isInUse(name)
  return dead.has(owner.instance)
}

async function folders({ socketRoot }: SweepOptions): Promise<string[]> {
  const entries = await readdir(socketRoot, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}
