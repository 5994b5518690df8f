import * as z from 'zod'

/** A prefixed random id: `exec_` and 22 characters of base62 (131 bits). */
export type Id<Prefix extends string> = `${Prefix}_${string}` & { readonly __id: Prefix }

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const length = 22

const patternOf = (prefix: string) => new RegExp(`^${prefix}_[0-9A-Za-z]{${length}}$`)

const isId = <const Prefix extends string>(prefix: Prefix, pattern: RegExp, value: unknown): value is Id<Prefix> =>
  typeof value === 'string' && value.startsWith(prefix) && pattern.test(value)

export function idSchema<const Prefix extends string>(prefix: Prefix) {
  const pattern = patternOf(prefix)
  // The description in a JSON Schema, which cannot call the function.
  return z
    .custom<Id<Prefix>>((value) => isId(prefix, pattern, value), `not a ${prefix}_ id`)
    .meta({ type: 'string', pattern: pattern.source })
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
  if (!isId(prefix, patternOf(prefix), id)) throw new TypeError(`${prefix} is not the prefix of an id`)
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
