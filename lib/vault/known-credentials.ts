/** A provider's credential and its variables, of which all or none must be set. */
export type KnownCredential = { readonly host: string; readonly names: readonly string[] }

/** The default hosts of credentials, without TRAVEL_CREDENTIALS. A new provider needs one more line. */
export const knownCredentials: readonly KnownCredential[] = [
  { host: 'api.amadeus.com', names: ['AMADEUS_API_KEY', 'AMADEUS_API_SECRET'] },
]
