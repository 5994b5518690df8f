import { SearchLine } from '#runner/contract/stream.ts'

/** The lines of a streamed search, each validated against the contract. */
export const linesOf = (text: string): SearchLine[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => SearchLine.parse(JSON.parse(line)))
