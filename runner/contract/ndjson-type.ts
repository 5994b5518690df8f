/**
 * A gzipped NDJSON stream, sent only to clients that ask for this type. It is a media type and not a transfer encoding,
 * because Next removes `content-encoding` from a route's response.
 */
export const ndjsonGzipType = 'application/x-ndjson+gzip'
