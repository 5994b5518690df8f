import type { Found } from './found.ts'

const notForSale = {
  sample: 'Sample data: a generated offer that nobody sells.',
  test: 'Test data: an offer of a test system that nobody sells.',
  live: undefined,
}

/** The last lines of a summary: who offered it and when, and a warning unless it is for sale. */
export function originLines({ data, fetchedAtMs }: Pick<Found, 'data' | 'fetchedAtMs'>, provider: string): string[] {
  const seen = `${new Date(fetchedAtMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return [`From ${provider}, seen ${seen}`, notForSale[data]].filter((line) => line !== undefined)
}
