import * as z from 'zod'

/** A prefixed random id: `exec_` and 22 characters of base62 (131 bits). */
type Id<Prefix extends string> = `${Prefix}_${string}` & { readonly __id: Prefix }

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const length = 22

const characters = `[0-9A-Za-z]{${length}}`
const randomPart = new RegExp(`^${characters}$`)

/** Avoids a schema, because it runs for each execution and a failing schema builds an error each time. */
export function isId<const Prefix extends string>(prefix: Prefix, value: unknown): value is Id<Prefix> {
  return typeof value === 'string' && value.startsWith(`${prefix}_`) && randomPart.test(value.slice(prefix.length + 1))
}

function idSchema<const Prefix extends string>(prefix: Prefix) {
  // The pattern describes the id in a JSON Schema, which cannot call a function.
  return z
    .custom<Id<Prefix>>((value) => isId(prefix, value), `not a ${prefix}_ id`)
    .meta({ type: 'string', pattern: `^${prefix}_${characters}$` })
}

/** Creates a new id from `randomBytes`. Rejection sampling keeps it uniform. */
export function newId<const Prefix extends string>(
  prefix: Prefix,
  randomBytes: (size: number) => Uint8Array,
): Id<Prefix> {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < 248 && text.length < length) text += alphabet[byte % 62]
    }
  }
  const id = `${prefix}_${text}`
  if (!isId(prefix, id)) throw new TypeError(`${prefix} cannot begin an id`)
  return id
}

export const ExecutionId = idSchema('exec')
export type ExecutionId = Id<'exec'>
export const ConfirmationId = idSchema('conf')
export type ConfirmationId = Id<'conf'>
export const UserId = idSchema('user')
export type UserId = Id<'user'>
export const SessionId = idSchema('sess')
export type SessionId = Id<'sess'>
export const TripId = idSchema('trip')
export type TripId = Id<'trip'>
export const SavedSearchId = idSchema('srch')
export type SavedSearchId = Id<'srch'>
