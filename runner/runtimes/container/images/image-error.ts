/** An image could not be made, for a reason other than a bug. The message names the remedy. */
export class ImageError extends Error {
  override readonly name = 'ImageError'
}
