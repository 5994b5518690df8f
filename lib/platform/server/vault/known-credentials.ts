/** A provider's credential and its variables, of which all or none must be set. */
type KnownCredential = { readonly host: string; readonly names: readonly string[] }

/**
 * The credentials that the environment can set without an entry in TRAVEL_CREDENTIALS. Only providers that have a
 * stand-in are in this list.
 */
export const knownCredentials: readonly KnownCredential[] = [
  { host: 'api.amadeus.com', names: ['AMADEUS_API_KEY', 'AMADEUS_API_SECRET'] },
]
