/** What an image of ours says of itself. `root` is what the base image is made from. */
export const imageLabel = 'aw.travel.image'
export const skillLabel = 'aw.travel.skill'

export type ImageRole = 'root' | 'base' | 'skill'

export function imageLabels(role: ImageRole, skill?: string): Record<string, string> {
  return { [imageLabel]: role, ...(skill === undefined ? {} : { [skillLabel]: skill }) }
}
