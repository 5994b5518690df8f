import type * as z from 'zod'
import { type Refused, refuse } from '#lib/platform/server/http/outcome.ts'
import { ProfileLimits, ProfileScripts } from '../../model/profile-schema.ts'

type StoredSettings = { readonly limits: unknown; readonly scripts: unknown }

/** The settings of a profile, as far as this version can read them. */
type ReadSettings = {
  readonly limits: ProfileLimits
  readonly scripts: ProfileScripts
  /** The names of the others, such as `limits.concurrency`. */
  readonly unreadable: readonly string[]
}

/** Reads each setting by itself, so that one that another version stored hides neither the others nor other profiles. */
export function readSettings(stored: StoredSettings): ReadSettings {
  const limits = readFields(ProfileLimits.shape, stored.limits)
  const scripts = readFields(ProfileScripts.shape, stored.scripts)
  return {
    limits: ProfileLimits.parse(limits.read),
    scripts: ProfileScripts.parse(scripts.read),
    unreadable: [
      ...limits.unreadable.map((name) => `limits.${name}`),
      ...scripts.unreadable.map((name) => `scripts.${name}`),
    ],
  }
}

/** Refuses a profile with settings that cannot be read: what it may do is not known. */
export function requireReadable({ unreadable }: Pick<ReadSettings, 'unreadable'>): Refused | undefined {
  if (unreadable.length === 0) return undefined
  const message = `This version cannot read settings of the profile: ${unreadable.join(', ')}. Ask for another profile with POST /profiles.`
  return refuse('CONFLICT', { message })
}

function readFields(shape: Readonly<Record<string, z.ZodType>>, stored: unknown) {
  const fields = Object.entries(Object(stored))
  const isReadable = ([name, value]: [string, unknown]) =>
    Object.hasOwn(shape, name) && shape[name]?.safeParse(value).success
  return {
    read: Object.fromEntries(fields.filter(isReadable)),
    unreadable: fields.flatMap((field) => (isReadable(field) ? [] : [field[0]])).toSorted(),
  }
}
