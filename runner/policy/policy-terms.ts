import type { Asked } from '../core/lacks.ts'

/**
 * What was asked as one stable text, `network.egress api.example.com`: a key of stored rows, approvals and details.
 */
export function askedOf({ permission, item }: Asked): string {
  if (permission === 'call') return item
  return item === '' ? permission : `${permission} ${item}`
}
