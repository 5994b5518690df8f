import { containerTraits } from '#runner/runtimes/container/testing/traits.ts'
import { harnessConformance } from '#runner/runtimes/testing/conformance.ts'
import { startHarness } from './testing/harness-runtime.ts'

harnessConformance({
  name: 'container, without its container',
  makeRuntime: startHarness,
  traits: { ...containerTraits, samples: 30, reusesProcesses: true, isHarnessTestedApart: false, leftOut: [] },
})
