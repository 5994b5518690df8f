import fc from 'fast-check'

const surrogates = { first: 0xd800, count: 0x800 }

/** Throws for anything but one character. */
function indexOf(text: unknown): number {
  const point = typeof text === 'string' && text.isWellFormed() ? text.codePointAt(0) : undefined
  if (point === undefined || text !== String.fromCodePoint(point)) throw new Error('This is not one character.')
  return point < surrogates.first ? point : point - surrogates.count
}

/**
 * Any character of Unicode, as the unit of an `fc.string`. It gives the same texts as the unit `'binary'`, which first
 * puts all characters into a map: 1.5 seconds of CPU time and 140 MB in every process that uses it.
 */
export const anyCharacter = fc
  .nat({ max: 0x10ffff - surrogates.count })
  .map((index) => String.fromCodePoint(index < surrogates.first ? index : index + surrogates.count), indexOf)
