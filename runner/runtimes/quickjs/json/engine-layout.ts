/**
 * Where the pinned engine keeps what it holds: `quickjs-ng` 0.17 for 32-bit WebAssembly, as `quickjs-wasi` builds it.
 * Byte offsets, unless said otherwise. `engine.guard.test.ts` fails when the engine is another.
 */

/** A value is eight bytes: a payload, then this tag. Every other tag is part of a double. */
export const tag = {
  text: -7,
  rope: -6,
  object: -1,
  int: 0,
  boolean: 1,
  null: 2,
  undefined: 3,
} as const

/** Tags from here up to `firstDouble` belong to values that are no doubles. */
const firstTag = -9
const firstDouble = 8
/** Added to the upper half of a double's bits, it gives them back. */
export const doubleOffset = 0x7ff80000 - firstTag + 1

export function isDouble(valueTag: number): boolean {
  return (valueTag - firstTag) >>> 0 >= firstDouble - firstTag
}

export const valueBytes = 8

export const runtime = {
  /** Of pointers to the texts of all names. */
  atoms: 568,
} as const

export const object = {
  /** A byte of bits. */
  flags: 8,
  /** 16 bits. */
  classId: 10,
  shape: 12,
  /** One value for each property of the shape. */
  properties: 16,
  /** Of a fast array. */
  elements: 28,
  elementCount: 32,
} as const

export const flag = { fastArray: 1 << 4 } as const
export const classId = { object: 1, array: 2 } as const

export const shape = {
  hashMask: 16,
  propertyCount: 24,
  prototype: 36,
  /** The hash table, of four bytes each, then the properties. */
  tables: 40,
} as const

/** Of a shape: eight bytes. */
export const property = {
  bytes: 8,
  /** The upper six bits. */
  flagsShift: 26,
  atom: 4,
  enumerable: 1 << 2,
  /** Bits that are zero when the property is a value: no getter, no reference, nothing yet to be made. */
  kindMask: 3 << 4,
} as const

export const atom = {
  /** A property that was deleted. */
  none: 0,
  /** The rest of the bits is a number. */
  integer: 0x80000000,
  /** What stands in `text.hash`, in its upper two bits, when an atom is a text and no symbol. */
  textType: 1,
  typeShift: 30,
} as const

export const text = {
  /** 31 bits, in characters; the upper one says that they have 16 bits each. */
  length: 0,
  wide: 0x80000000,
  /** 28 bits, then two for how the characters are kept, then two for the kind of atom. */
  hash: 4,
  keptShift: 28,
  kept: { here: 0, slice: 1 },
  characters: 24,
  /** Of a slice: whose characters, and from which byte. */
  parent: 24,
  start: 28,
} as const

/** A text that was joined of two, and whose characters nobody has asked for yet. */
export const rope = { length: 0, left: 8, right: 16 } as const
