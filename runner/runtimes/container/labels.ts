import * as z from 'zod'

/** Whose a container or network is. Everything that the runtime makes on an engine says so. */
export type Owner = {
  /** The installation: the fingerprint of its certificate authority. Several may share an engine. */
  readonly installation: string
  /** The process, as the installation's database knows it. */
  readonly instance: string
  readonly execution: string
  /** Milliseconds since the epoch: it cannot be of use any more from then on. */
  readonly expiresMs: number
}

/** In place of an execution's id: the container waits for one. */
export const waitingExecution = 'waiting'

const names = {
  installation: 'aw.travel.installation',
  instance: 'aw.travel.instance',
  execution: 'aw.travel.execution',
  expires: 'aw.travel.expires',
} as const

const id = z.string().min(1).max(128)
const Labels = z.object({
  [names.installation]: id,
  [names.instance]: id,
  [names.execution]: id,
  [names.expires]: z.iso.datetime(),
})

export function labelsOf(owner: Owner): Record<string, string> {
  return {
    [names.installation]: owner.installation,
    [names.instance]: owner.instance,
    [names.execution]: owner.execution,
    [names.expires]: new Date(owner.expiresMs).toISOString(),
  }
}

/** `undefined`: not something that this runtime made, whoever it belongs to. */
export function ownerOf(labels: unknown): Owner | undefined {
  const parsed = Labels.safeParse(labels)
  if (!parsed.success) return undefined
  const { data } = parsed
  return {
    installation: data[names.installation],
    instance: data[names.instance],
    execution: data[names.execution],
    expiresMs: Date.parse(data[names.expires]),
  }
}

/** Finds what carries an instance's label, for the engine's list calls. */
export const ownedFilter = { label: [names.instance] }
