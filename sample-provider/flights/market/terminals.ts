import { hash32 } from '../../draw.ts'
import type { Station } from './stations.ts'

const CODES = ['1', '2', '3', '4', '5', '2E', 'N', 'S', 'I']

/** The terminal that an airline uses at an airport. `undefined` if the airport has a single building. */
export function terminalOf({ code, size, traffic }: Station, airline: string): string | undefined {
  const terminals = size === 2 ? 1 + (hash32('terminals', code) % 4) + (traffic > 0.8 ? 1 : 0) : 1
  if (terminals === 1) return undefined
  const plain = hash32('names', code) % 4 > 0
  const at = hash32('terminal', code, airline) % terminals
  return plain ? String(at + 1) : CODES[(hash32('lettered', code) + at) % CODES.length]
}
