import { hash } from 'node:crypto'

/** A key that differs for each person but does not reveal the account. */
export const viewerKey = (principalId: string): string =>
  hash('sha256', `viewer ${principalId}`, 'base64url').slice(0, 22)
