import type { Permissions } from '../../contract/manifest.ts'
import type { Grant } from '../../core/skill.ts'
import { createHostSeam, type HostSeamOptions, type RecordingSeam } from '../../host/host-seam.ts'
import { nothing } from '../../policy/effective-permissions.ts'
import { testLimits } from '../../runtimes/testing/conformance/harness.ts'
import { testOwner } from './owner.ts'
import { sessionWithoutFetch } from './session-without-fetch.ts'

type Given = Partial<Omit<HostSeamOptions, 'grant' | 'services'>> & {
  readonly services?: Partial<HostSeamOptions['services']>
  readonly grant?: Partial<Omit<Grant, 'permissions'>> | undefined
}

/** The seam of an execution with only these permissions, and without services, but for what is given. */
export const testSeam = (
  permissions: Partial<Permissions>,
  { grant, services, ...options }: Given = {},
): RecordingSeam =>
  createHostSeam({
    owner: testOwner,
    grant: { permissions: { ...nothing, ...permissions }, limits: testLimits, runtimes: [], ...grant },
    session: sessionWithoutFetch([]),
    withheldSecrets: [],
    services: { timeOffsets: () => ({ ok: true, offsets: [] }), ...services },
    clock: { now: () => 0, monotonic: () => 0 },
    signal: new AbortController().signal,
    log: () => {},
    ...options,
  })
