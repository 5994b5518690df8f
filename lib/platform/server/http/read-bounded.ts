/** The bytes of a body. Undefined: the body has more than `most` bytes; the rest is not read. */
export async function readBounded(
  { body }: Pick<Body, 'body'>,
  most: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    length += part.length
    // Leaving the loop cancels the body.
    if (length > most) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}
