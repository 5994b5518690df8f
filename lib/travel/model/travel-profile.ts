import * as z from 'zod'
import { clocks } from '#lib/platform/model/clock.ts'
import { currencyCode, iataCode } from '#runner/contract/travel-fields.ts'
import { alliances } from './alliances.ts'
import { maxBags, maxOtherHomes, seats, type TravelProfile, usualProfile } from './usual-profile.ts'

/** The profile in the browser and in the database. */
export const ProfileFields = z.object({
  cabin_bags: z.int().min(0).max(maxBags.cabin),
  checked_bags: z.int().min(0).max(maxBags.checked),
  seat: z.enum(seats),
  currency: currencyCode.nullable(),
  clock: z.enum(clocks).nullable(),
  home: iataCode.nullable(),
  other_homes: z.array(iataCode),
  alliances: z.array(z.enum(alliances)),
  airline_only: z.boolean(),
  separate_tickets: z.boolean(),
})

/** A profile as the API accepts it: every field, and no other one. */
export const GivenProfile = z.strictObject({
  ...ProfileFields.shape,
  other_homes: ProfileFields.shape.other_homes.max(maxOtherHomes),
  alliances: ProfileFields.shape.alliances.max(alliances.length),
})

/** The profile in a stored value; null if there is none. A field that it lacks, or that is invalid, is the usual one. */
export function storedProfile(value: unknown): TravelProfile | null {
  if (typeof value !== 'object' || value === null) return null
  const fields = new Map<string, z.ZodType>(Object.entries(ProfileFields.shape))
  const valid = Object.entries(value).filter(([name, part]) => fields.get(name)?.safeParse(part).success)
  return ProfileFields.parse({ ...usualProfile, ...Object.fromEntries(valid) })
}

export const StoreProfile = z.strictObject({
  profile: GivenProfile,
  /** Leaves the profile of the account as it is, if the account has one. */
  keep_stored: z.boolean().default(false),
})
export const ProfileAnswer = z.strictObject({
  /** The account's profile from now on. */
  profile: GivenProfile,
})
