import { container } from '#runner/contract/runtimes.ts'
import { containerTraits } from '#runner/runtimes/container/testing/traits.ts'
import { harnessConformance } from '#runner/runtimes/testing/conformance.ts'
import { startHarness } from './testing/harness-runtime.ts'

harnessConformance('runtime container, without its container', {
  about: container,
  makeRuntime: startHarness,
  traits: { ...containerTraits, samples: 30, hasOwnProcess: false },
})
