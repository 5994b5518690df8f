/** The ETag in a request's `If-None-Match`, which is compared weakly (RFC 9110): without the mark of a weak one. */
export const knownEtagOf = (headers: Headers): string | undefined =>
  headers.get('if-none-match')?.trim().replace(/^W\//, '')
