import type { Cabin } from '#runner/contract/capabilities/flight-search.ts'

/** The contract's cabins in the form's order, written out so that the form loads no schema. */
export const cabinList = ['economy', 'premium_economy', 'business', 'first'] as const satisfies readonly Cabin[]
