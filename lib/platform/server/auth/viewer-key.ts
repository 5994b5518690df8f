import { createHash } from 'node:crypto'

/** A key that differs for each person but does not reveal the account. */
export const viewerKey = (principalId: string): string =>
  createHash('sha256').update(`viewer ${principalId}`).digest('base64url').slice(0, 22)
