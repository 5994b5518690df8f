import { maxSlices } from '#runner/contract/capabilities/slice-text.ts'

const sliceFields = ['origin', 'destination', 'date'] as const
export type SliceField = (typeof sliceFields)[number]

/** A field of a flight after the first one: `onward.0.date` is the date of flight 2. */
export type OnwardField = `onward.${number}.${SliceField}`

export const onwardField = (at: number, field: SliceField): OnwardField => `onward.${at}.${field}`

/** The fields of all flights after the first, in order. */
export const onwardFields: readonly OnwardField[] = Array.from({ length: maxSlices - 1 }, (_, at) =>
  sliceFields.map((field) => onwardField(at, field)),
).flat()
