/** What an image of ours says of itself. `root` is what the base image is made from. */
export const imageLabel = 'aw.travel.image'
export const skillLabel = 'aw.travel.skill'
/** The digest of all that it is made of, in full: its tag says the same, but a tag can be put on anything. */
export const digestLabel = 'aw.travel.digest'

export type ImageRole = 'root' | 'base' | 'skill'

/** `name` is `repository:digest`. */
export function imageLabels(role: ImageRole, name: string, skill?: string): Record<string, string> {
  return {
    [imageLabel]: role,
    [digestLabel]: digestOfName(name),
    ...(skill === undefined ? {} : { [skillLabel]: skill }),
  }
}

/** Whether an image with these labels is what its name says. */
export function isNamedRightly(name: string, labels: Readonly<Record<string, string>>): boolean {
  const digest = digestOfName(name)
  return digest !== '' && labels[digestLabel] === digest
}

function digestOfName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1)
}
