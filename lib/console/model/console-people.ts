import * as z from 'zod'

/** The accounts in the console. Guests have none. */

const Role = z.enum(['traveler', 'operator'])

const Person = z.strictObject({
  id: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  role: Role,
  is_disabled: z.boolean(),
  /** Whether this is the reader. */
  is_self: z.boolean(),
  has_password: z.boolean(),
  /** The issuers of the providers at which the person signs in. */
  providers: z.array(z.string()),
  created_at: z.iso.datetime(),
  /** From the audit trail. Null: never since the account was made. */
  signed_in_at: z.iso.datetime().nullable(),
  /** The sessions that are valid now. */
  sessions: z.int().nonnegative(),
  seen_at: z.iso.datetime().nullable(),
})
export type Person = z.infer<typeof Person>

export const PeopleQuery = z.strictObject({
  /** A part of the name or the address. */
  text: z.string().trim().min(1).max(200).optional(),
  role: Role.optional(),
  after: z.string().max(200).optional(),
})
export type PeopleQuery = z.infer<typeof PeopleQuery>

export const PeoplePage = z.strictObject({
  people: z.array(Person),
  /** The `after` of the next page; null on the last one. */
  next: z.string().nullable(),
})
export type PeoplePage = z.infer<typeof PeoplePage>

export const PersonParams = z.object({ id: z.string().regex(/^user_[0-9A-Za-z]{1,40}$/) })

/** One person, with the latest sign-ins and the valid sessions. */
export const PersonDetail = z.strictObject({
  sign_ins: z.array(z.strictObject({ id: z.string(), at: z.iso.datetime(), method: z.enum(['password', 'provider']) })),
  sessions: z.array(z.strictObject({ id: z.string(), seen_at: z.iso.datetime(), user_agent: z.string().nullable() })),
})
export type PersonDetail = z.infer<typeof PersonDetail>

const personChanges = ['disable', 'enable', 'end_sessions', 'make_operator', 'unmake_operator'] as const
export const PersonChange = z.strictObject({ change: z.enum(personChanges) })
export type PersonChange = z.infer<typeof PersonChange>['change']

/** `link`: whoever opens it can set the password of the account. */
export const ResetLink = z.strictObject({ link: z.url() })

/** How an operator can prove to be present. `provider`: the name of the provider of this app. Null: there is none. */
export const ProofWays = z.strictObject({ has_password: z.boolean(), provider: z.string().nullable() })
