/** A provider's credential, by the variables that make it up: all of them are set, or none. */
export type KnownCredential = { readonly host: string; readonly names: readonly string[] }

/** What may go where when TRAVEL_CREDENTIALS does not say it: a provider is added by a line. */
export const knownCredentials: readonly KnownCredential[] = [
  { host: 'api.amadeus.com', names: ['AMADEUS_API_KEY', 'AMADEUS_API_SECRET'] },
]
