/**
 * The memory layout of the pinned engine: `quickjs-ng` 0.17 for 32-bit WebAssembly, as `quickjs-wasi` builds it.
 * Numbers are byte offsets unless noted otherwise. `engine.guard.test.ts` fails when the engine changes.
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

/** Tags from here up to `firstDouble` belong to values that are not doubles. */
const firstTag = -9
const firstDouble = 8
/** Adding this to the stored upper half of a double restores the original bits. */
export const doubleOffset = 0x7ff80000 - firstTag + 1

export function isDouble(valueTag: number): boolean {
  return (valueTag - firstTag) >>> 0 >= firstDouble - firstTag
}

export const valueBytes = 8

export const runtime = {
  /** An array of pointers to the texts of all names. */
  atoms: 568,
} as const

export const object = {
  /** A byte of flags. */
  flags: 8,
  /** 16 bits. */
  classId: 10,
  shape: 12,
  /** One value for each property of the shape. */
  properties: 16,
  /** For a fast array. */
  elements: 28,
  elementCount: 32,
} as const

export const flag = { fastArray: 1 << 4 } as const
export const classId = { object: 1, array: 2 } as const

export const shape = {
  hashMask: 16,
  propertyCount: 24,
  prototype: 36,
  /** The hash table with four bytes per entry, then the properties. */
  tables: 40,
} as const

/** An entry of a shape. */
export const property = {
  bytes: 8,
  /** The flags are the upper six bits. */
  flagsShift: 26,
  atom: 4,
  enumerable: 1 << 2,
  /** Bits that are zero for a property with a plain value: no getter, no reference, no lazy value. */
  kindMask: 3 << 4,
} as const

export const atom = {
  /** A deleted property. */
  none: 0,
  /** When set, the other bits are an integer. */
  integer: 0x80000000,
  /** The upper two bits of `text.hash` when an atom is a text and not a symbol. */
  textType: 1,
  typeShift: 30,
} as const

export const text = {
  /** 31 bits for the number of characters; the top bit means 16 bits per character. */
  length: 0,
  wide: 0x80000000,
  /** 28 bits of hash, then two for the storage kind, then two for the atom kind. */
  hash: 4,
  keptShift: 28,
  kept: { here: 0, slice: 1 },
  characters: 24,
  /** For a slice: the text that owns the characters, and the first byte. */
  parent: 24,
  start: 28,
} as const

/** A concatenation of two texts that the engine has not flattened yet. */
export const rope = { length: 0, left: 8, right: 16 } as const
