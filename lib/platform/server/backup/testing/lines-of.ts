import { collect } from '../collect.ts'

/** The rows of a table in a dump, each as its line. */
export const linesOf = async (parts: AsyncIterable<Buffer>): Promise<string[]> =>
  String(Buffer.concat(await collect(parts)))
    .split('\n')
    .slice(0, -1)
