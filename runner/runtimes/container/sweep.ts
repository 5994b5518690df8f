import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine, Labelled } from './engine.ts'
import { ownerOf } from './labels.ts'
import type { Swept } from './messages.ts'

export type SweepOptions = {
  readonly engine: Pick<Engine, 'containers' | 'remove' | 'networks' | 'removeNetwork'>
  /** Contains a folder with the sockets of each instance of this installation. */
  readonly socketRoot: string
  readonly installation: string
  readonly instance: string
  /** Whether a container or network of this instance is in use. */
  readonly isInUse: (name: string) => boolean
  readonly now: () => number
  readonly onFailure: (what: string, cause: unknown) => void
}

/** Grace period for objects of other installations after their expiry, because their clocks may differ. */
const foreignGraceMs = 10 * 60_000

/** The other instances of this installation that own anything on the engine or a socket folder. */
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
 * Removes containers, then networks: those of dead instances; those of this instance that are not in use; and those of
 * other installations on the same engine that expired long ago, which would otherwise stay. Then removes the socket
 * folders of dead instances. Never touches objects of another live instance. A failed removal does not stop the others.
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
  // An object without valid labels of this runtime belongs to other software, so the sweep keeps it.
  if (owner === undefined) return false
  if (owner.installation !== options.installation) return owner.expiresMs + foreignGraceMs < options.now()
  if (owner.instance === options.instance) return !options.isInUse(name)
  return dead.has(owner.instance)
}

async function folders({ socketRoot }: SweepOptions): Promise<string[]> {
  const entries = await readdir(socketRoot, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}
