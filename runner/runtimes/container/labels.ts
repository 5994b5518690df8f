import * as z from 'zod'

/** The owner of a container or network. Everything that the runtime creates on an engine carries it as labels. */
export type Owner = {
  /** The installation: the fingerprint of its certificate authority. Several installations may share an engine. */
  readonly installation: string
  /** The process, by its id in the installation's database. */
  readonly instance: string
  readonly execution: string
  /** Milliseconds since the epoch. After this the container or network has no further use. */
  readonly expiresMs: number
}

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

/** `undefined`: the labels are not from this runtime. */
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

/** A filter for the engine's list calls: everything with an instance's label. */
export const ownedFilter = { label: [names.instance] }
