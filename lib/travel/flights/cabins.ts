import type { Cabin } from '#runner/contract/capabilities/flight-search.ts'

/** The contract's cabins in the order of the form; written out, so that a form loads no schema. */
export const cabinList = ['economy', 'premium_economy', 'business', 'first'] as const satisfies readonly Cabin[]
