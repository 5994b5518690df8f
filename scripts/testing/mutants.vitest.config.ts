import { defineConfig } from 'vitest/config'
import base from '../../vitest.config.ts'

const unit = base.test?.projects?.find((one) => typeof one === 'object' && 'test' in one && one.test?.name === 'unit')
if (typeof unit !== 'object' || !('test' in unit)) throw new Error('There is no project unit.')
const { name: _, ...test } = unit.test ?? {}

/** The unit tests of the runner. Stryker runs them in threads, which do not take every flag of Node. */
export default defineConfig({ ...unit, root: '.', test: { ...test, include: ['runner/**/*.test.ts'], execArgv: [] } })
