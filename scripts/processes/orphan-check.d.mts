export function createOrphanCheck(): () => boolean
