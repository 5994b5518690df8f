/** The rows of a table in a dump, each as its line. */
export const linesOf = async (parts: AsyncIterable<Buffer>): Promise<string[]> =>
  String(Buffer.concat(await Array.fromAsync(parts)))
    .split('\n')
    .slice(0, -1)
