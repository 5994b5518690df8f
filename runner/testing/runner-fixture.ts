import { randomBytes } from 'node:crypto'
import type { SkillManifest } from '../contract/manifest.ts'
import { quickjs } from '../contract/runtimes.ts'
import { fixedSkills } from '../core/fixed-skills.ts'
import type { LoadedSkill } from '../core/skill.ts'
import { engineOf, realClock, recordingLog } from '../egress/testing/engine-fixture.ts'
import type { HostServices } from '../operations/host-operations.ts'
import { createRunner, type SkillRunner } from '../run/runner.ts'
import type { RunnerPorts } from '../run/runner-ports.ts'
import type { Runtime } from '../runtimes/runtime.ts'

/** A runtime in which every skill runs this function. */
export function fakeRuntime(run: Runtime['run']): Runtime {
  return {
    about: quickjs,
    engineVersion: 'none',
    run,
    probe: async () => undefined,
    [Symbol.asyncDispose]: async () => undefined,
  }
}

/** One of the project's own skills, fully approved. */
export function loadedSkill(manifest: SkillManifest, code = '', digest = 'digest'): LoadedSkill {
  return {
    manifest,
    tier: 'local',
    approved: manifest.permissions,
    digest,
    program: { kind: 'bundle', language: 'javascript', code },
    folder: '/nowhere',
  }
}

/** The services of an app that has none. */
export const withoutServices: HostServices = { timeOffsets: () => ({ ok: true, offsets: [] }) }

/** A runner with one skill. It stores nothing. */
export const runnerWith = (manifest: SkillManifest, ports: Partial<RunnerPorts> & Pick<RunnerPorts, 'runtimes'>) =>
  testRunner({ skills: fixedSkills(loadedSkill(manifest)), ...ports })

/** A runner that stores nothing, without services. */
export function testRunner(ports: Partial<RunnerPorts> & Pick<RunnerPorts, 'runtimes' | 'skills'>): SkillRunner {
  return createRunner({
    egress: engineOf(),
    services: withoutServices,
    store: { started: async () => undefined, finished: async () => undefined },
    clock: realClock,
    randomBytes,
    log: recordingLog(),
    ...ports,
  })
}
