import { ndjsonGzipType } from '#runner/contract/ndjson-type.ts'

/** How pages request a search. A browser without a session gets a guest session with the answer. */
export const searchRequest = {
  method: 'POST',
  headers: { accept: `${ndjsonGzipType}, application/x-ndjson` },
  cache: 'no-store',
} as const satisfies RequestInit
