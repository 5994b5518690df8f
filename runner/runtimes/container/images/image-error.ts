/** An image that could not be made, for a reason that is not a bug of ours: the message says what to do. */
export class ImageError extends Error {
  override readonly name = 'ImageError'
}
