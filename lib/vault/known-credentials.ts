/** A provider's credential and its variables, of which all or none must be set. */
export type KnownCredential = { readonly host: string; readonly names: readonly string[] }

/**
 * The credentials that the environment serves without TRAVEL_CREDENTIALS: those whose provider a stand-in replaces.
 * Other providers need no line here.
 */
export const knownCredentials: readonly KnownCredential[] = [
  { host: 'api.amadeus.com', names: ['AMADEUS_API_KEY', 'AMADEUS_API_SECRET'] },
]
