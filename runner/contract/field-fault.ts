import type { FieldFacts } from './field-facts.ts'

// Pages load this file first, so it holds no schema.

/** What is wrong with a field. `phrase`: in English, continuing the field's name. Nothing depends on its words. */
export type FieldFault = { readonly phrase: string; readonly facts?: FieldFacts | undefined }
export type FieldFaults = Readonly<Record<string, FieldFault>>

export const faultOf = (phrase: string, facts?: FieldFacts): FieldFault => ({ phrase, facts })

export const phrasesOf = (faults: Readonly<Record<string, FieldFault | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(faults).flatMap(([field, fault]) => (fault ? [[field, fault.phrase]] : [])))

/** The phrase for a missing field. */
export const isRequired = 'is required'

/** The phrase for a query parameter that occurs twice but allows one value. */
export const givenTwice = 'cannot be given more than once'
