/** Yields what `read` returns for the last row of the batch before, until it returns no more rows. */
export async function* inBatches<Row>(
  read: (after: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let rows = await read(undefined); rows.length > 0; rows = await read(rows.at(-1))) yield rows
}
