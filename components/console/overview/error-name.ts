/** A code of the closed list as a reason to read: `OUT_OF_FUEL` is "Out of fuel". */
export function errorName(code: string): string {
  const known = names[code]
  if (known !== undefined) return known
  const words = code.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Codes whose words alone would not say what happened. */
const names: Readonly<Record<string, string>> = {
  API_TIMEOUT: 'No answer in time',
  API_UNAVAILABLE: 'Provider unavailable',
  API_RATE_LIMITED: 'Provider throttles',
  API_AUTH_FAILED: 'Provider refused the key',
  API_INVALID_PARAMS: 'Provider refused the search',
  EGRESS_BLOCKED: 'Host refused',
  CAPABILITY_DENIED: 'Not declared',
  SKILL_CRASHED: 'Ended with an error',
  INTERNAL: 'Internal error',
}
