import { newId } from '../../contract/ids.ts'
import { principalFrom } from '../../contract/principal.ts'
import type { CallOwner } from '../operation.ts'

/** An execution of a skill by somebody with full trust. */
export const testOwner: CallOwner = {
  execution: newId('exec', (size) => new Uint8Array(size)),
  skill: 'probe',
  principal: principalFrom('main', { id: 'ada', role: 'agent' }),
  call: 'call-1',
}
